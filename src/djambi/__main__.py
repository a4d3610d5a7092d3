"""``python -m djambi`` is the command ``djambi``."""

import sys

from djambi.cli import main

sys.exit(main())
