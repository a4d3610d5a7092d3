#!/bin/sh
# Starts Djambi from this folder (Linux, macOS, other Unix systems): a server for this computer alone, and the browser.
# Démarre Djambi depuis ce dossier : un serveur pour cet ordinateur seul, et le navigateur.
cd "$(dirname "$0")" || exit 1
for python in python3 python; do
  # On a Mac without developer tools, python3 is only an offer to install them: this says so without making it.
  if [ "$(uname)" = Darwin ] && [ "$(command -v $python)" = /usr/bin/python3 ] && ! xcode-select -p >/dev/null 2>&1; then continue; fi
  if $python -c 'import sys; sys.exit(sys.version_info < (3, 7))' 2>/dev/null; then exec $python starter/serve.py "$@"; fi
done
cat >&2 <<'END'
Djambi needs Python 3.7 or newer here, and there is none. Install it (https://www.python.org/downloads/, or your
system's packages), or serve this folder with any other web server and open its address.

Djambi a besoin de Python 3.7 ou plus récent, qui manque ici. Installez-le (https://www.python.org/downloads/, ou les
paquets de votre système), ou servez ce dossier avec n’importe quel autre serveur web et ouvrez son adresse.
END
# A window that a double click opened would close at once.
if [ -t 0 ]; then printf 'Enter / Entrée: '; read -r _; fi
exit 1
