"""What `import djambi` needs: the standard library, and none of the extras."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import djambi

HOME = Path(djambi.__file__).resolve().parents[1]
# Isolated from everything installed (-I -S): the standard library and the package's own folder.
PROGRAM = f"""
import sys
sys.path.insert(0, {str(HOME)!r})
import djambi, json
print(json.dumps(sorted({{name.split(".")[0] for name in sys.modules}})))
"""


def test_import_needs_the_standard_library_only() -> None:
    done = subprocess.run(
        [sys.executable, "-I", "-S", "-c", PROGRAM], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    loaded: list[str] = json.loads(done.stdout)
    # Compiled modules of Cython put small modules of their runtime beside them.
    runtime = re.compile("_?cython.*|_cyutility")
    others = {n for n in loaded if n not in sys.stdlib_module_names and not runtime.fullmatch(n)}
    assert others == {"__main__", "djambi"}
