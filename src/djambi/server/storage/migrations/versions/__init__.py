"""The migrations, one file a form of the database."""
