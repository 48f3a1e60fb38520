#!/bin/sh
# Runs as root once the package's files are in place, also when it is installed anew. DPKG_ROOT is
# empty, unless a system is set up from another one.
set -e

app='/opt/${sanitizedProductName}'
profile="$DPKG_ROOT/etc/apparmor.d/${executable}"

ln -sf "$app/${executable}" "$DPKG_ROOT/usr/bin/${executable}"

# Chromium's sandbox lives in a user namespace. Where the kernel grants none, it needs a helper that is root.
if unshare --user true 2>/dev/null; then
  chmod 0755 "$DPKG_ROOT$app/chrome-sandbox"
else
  chmod 4755 "$DPKG_ROOT$app/chrome-sandbox"
fi

# Newer Ubuntu grants user namespaces only to programs with a profile; older AppArmor does not know its words.
if apparmor_status --enabled >/dev/null 2>&1 &&
  apparmor_parser --skip-kernel-load "$DPKG_ROOT$app/resources/apparmor-profile" >/dev/null 2>&1; then
  cp "$DPKG_ROOT$app/resources/apparmor-profile" "$profile"
  if [ -z "$DPKG_ROOT" ]; then apparmor_parser --replace "$profile" || true; fi
fi

# A kiosk that is started again after an update is started as the new service says.
if [ -z "$DPKG_ROOT" ] && [ -d /run/systemd/system ]; then systemctl daemon-reload || true; fi

# Scanners that are plugged in already are given to whoever sits at the screen, too.
if [ -d "$DPKG_ROOT/run/udev" ] && command -v udevadm >/dev/null; then
  udevadm control --reload || true
  udevadm trigger --subsystem-match=hidraw || true
fi
