"""Jobs: work that some process of the server does soon, or at a time (bots, deadlines, mail)."""

from djambi.server.jobs.interface import Jobs, Work
from djambi.server.jobs.local import LocalJobs

__all__ = ["Jobs", "LocalJobs", "Work"]
