"""Storage: SQLAlchemy models, Alembic migrations, the store that the server writes to."""

from djambi.server.storage.database import Database
from djambi.server.storage.store import Store

__all__ = ["Database", "Store"]
