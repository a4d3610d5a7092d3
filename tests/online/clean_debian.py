"""A bare Debian in a folder: mmdebstrap makes it, and scripts run there as on their own machine."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

SYSTEMCTL = """#!/bin/sh
# What systemd does with the units of the page, where there is no systemd: the same commands, as the
# same users, in the background.
set -eu
as() { user=$1; shift; setpriv --reuid="$user" --regid="$user" --clear-groups --no-new-privs "$@"; }
command_of() { sed -n 's/^ExecStart=//p' "/etc/systemd/system/$1.service"; }
until_answers() {
    for _ in $(seq 1200); do curl --silent --output /dev/null "$1" && return; sleep 0.1; done
    echo "$1 does not answer" >&2; exit 1
}
start() {
    case $1 in
    djambi)
        export CREDENTIALS_DIRECTORY=/run/credentials/djambi
        install -d -o 65534 -m 700 "$CREDENTIALS_DIRECTORY" /var/lib/djambi
        install -o 65534 -m 400 /etc/djambi.toml "$CREDENTIALS_DIRECTORY/djambi.toml"
        as 65534 env -i PATH=/usr/bin:/bin CREDENTIALS_DIRECTORY="$CREDENTIALS_DIRECTORY" \\
            sh -c "exec $(command_of djambi)" </dev/null >/var/log/djambi.log 2>&1 &
        until_answers http://127.0.0.1:8765/health/ready ;;
    djambi-backup)
        sed -n 's/^Environment=//p' /etc/systemd/system/djambi-backup.service >/run/environment
        env -i $(cat /run/environment) sh -c "exec $(command_of djambi-backup)" </dev/null ;;
    caddy)
        HOME=/var/lib/caddy as caddy caddy run --config /etc/caddy/Caddyfile \\
            </dev/null >/var/log/caddy.log 2>&1 &
        until_answers http://127.0.0.1/ ;;
    prometheus)
        as prometheus prometheus --config.file=/etc/prometheus/prometheus.yml \\
            --storage.tsdb.path=/var/lib/prometheus/metrics2 \\
            </dev/null >/var/log/prometheus.log 2>&1 &
        until_answers http://127.0.0.1:9090/-/ready ;;
    prometheus-node-exporter)
        as prometheus prometheus-node-exporter </dev/null >/var/log/node.log 2>&1 &
        until_answers http://127.0.0.1:9100/metrics ;;
    *.timer) test -f "/etc/systemd/system/$1" ;;
    *) echo "no unit $1" >&2; exit 1 ;;
    esac
}
verb=$1; shift
case $verb in
    daemon-reload | --failed) ;;
    enable) test "$1" = --now; shift; for unit; do start "$unit"; done ;;
    start | restart | reload-or-restart) for unit; do start "$unit"; done ;;
    *) echo "no such command: $verb" >&2; exit 1 ;;
esac
"""


class CleanDebian:
    """A root file system with nothing but Debian's essential packages."""

    def __init__(self, root: Path) -> None:
        for tool in ("mmdebstrap", "unshare", "setpriv", "ip"):
            if shutil.which(tool) is None:
                pytest.skip(f"{tool} is missing: apt-get install mmdebstrap util-linux iproute2")
        if os.getuid() != 0:
            pytest.skip("only root can make a root file system with users of its own")
        self.root = root
        mirror = ["mmdebstrap", "--quiet", "--variant=minbase", "bookworm", str(root)]
        subprocess.run(mirror, check=True)
        shutil.copy("/etc/resolv.conf", root / "etc" / "resolv.conf")
        (root / "etc" / "hosts").write_text("127.0.0.1 localhost\n")
        # No package starts a service here: `systemctl` does.
        self.write("usr/sbin/policy-rc.d", "#!/bin/sh\nexit 101\n")

    def write(self, path: str, text: str) -> None:
        """Put a program into the root."""
        file = self.root / path
        file.write_text(text)
        file.chmod(0o755)

    def sh(self, script: str, typed: str = "", network: bool = False, **environment: str) -> str:
        """Run a script as root; what it starts ends with it. Returns what it printed.

        Without `network` it has a loopback address of its own, and any port is free.
        """
        ports = "sysctl -qw net.ipv4.ip_unprivileged_port_start=0;"
        alone = "" if network else f"ip link set lo up; {ports}"
        mounts = 'mount -t proc proc "$0/proc"; mount --rbind /dev "$0/dev";'
        namespaces = ["--mount", "--pid", "--fork", "--kill-child", *([] if network else ["--net"])]
        path = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
        done = subprocess.run(
            ["unshare", *namespaces, "sh", "-ec", f'{alone} {mounts} exec chroot "$0" sh -euc "$1"',
             str(self.root), script],
            env={"PATH": path, "HOME": "/root", "LANG": "C.UTF-8", **environment},
            input=typed, capture_output=True, text=True, check=False,
        )  # fmt: skip
        assert done.returncode == 0, f"{done.stdout[-4000:]}\n{done.stderr[-4000:]}"
        return done.stdout
