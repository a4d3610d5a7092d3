"""Reports: whom and what they are about, and what moderators do."""
