#!/bin/sh
# Runs as root once the package's files are in place, also when it is installed anew.
set -e

app='/opt/${sanitizedProductName}'
profile='/etc/apparmor.d/${executable}'

ln -sf "$app/${executable}" '/usr/bin/${executable}'

# Chromium's sandbox lives in a user namespace. Where the kernel grants none, it needs a helper that is root.
if unshare --user true 2>/dev/null; then
  chmod 0755 "$app/chrome-sandbox"
else
  chmod 4755 "$app/chrome-sandbox"
fi

# Newer Ubuntu grants user namespaces only to programs with a profile; older AppArmor does not know its words.
if apparmor_status --enabled >/dev/null 2>&1 &&
  apparmor_parser --skip-kernel-load "$app/resources/apparmor-profile" >/dev/null 2>&1; then
  cp "$app/resources/apparmor-profile" "$profile"
  apparmor_parser --replace "$profile" || true
fi

# Scanners that are plugged in already are given to whoever sits at the screen, too.
if [ -d /run/udev ] && command -v udevadm >/dev/null; then
  udevadm control --reload || true
  udevadm trigger --subsystem-match=hidraw || true
fi

if command -v update-desktop-database >/dev/null; then
  update-desktop-database -q /usr/share/applications || true
fi
