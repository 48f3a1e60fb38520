#!/bin/sh
# Runs as root once the package's files are gone; also before a newer version is set up, which brings
# back what it needs.
set -e

profile='/etc/apparmor.d/${executable}'

if [ "$1" = upgrade ]; then exit 0; fi

rm -f '/usr/bin/${executable}'
if [ -f "$profile" ]; then
  apparmor_parser --remove "$profile" 2>/dev/null || true
  rm -f "$profile"
fi
if [ -d /run/udev ] && command -v udevadm >/dev/null; then
  udevadm control --reload || true
fi
