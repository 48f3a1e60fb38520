#!/bin/sh
# Runs as root before the package's files go; also before a newer version is set up, beneath a kiosk
# that goes on until it is started again.
set -e

if [ "$1" != remove ]; then exit 0; fi
if [ -n "$DPKG_ROOT" ]; then
  systemctl --root="$DPKG_ROOT" disable usher-kiosk.service || true
elif [ -d /run/systemd/system ]; then
  systemctl disable --now usher-kiosk.service || true
fi
