"""People of an online server: accounts, sessions, profiles, blocks, reports."""
