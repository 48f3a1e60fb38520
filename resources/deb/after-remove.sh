#!/bin/sh
# Runs as root once the package's files are gone; also before a newer version is set up, which needs
# what is here.
set -e

profile="$DPKG_ROOT/etc/apparmor.d/${executable}"

if [ "$1" = upgrade ]; then exit 0; fi

rm -f "$DPKG_ROOT/usr/bin/${executable}"
if [ -f "$profile" ]; then
  if [ -z "$DPKG_ROOT" ]; then apparmor_parser --remove "$profile" || true; fi
  rm -f "$profile"
fi
if [ -d "$DPKG_ROOT/run/udev" ] && command -v udevadm >/dev/null; then
  udevadm control --reload || true
fi
