#!/bin/sh
# Stands in for AppImage's runtime in tests: like it, it brings out what lies behind it and starts that
# with the same variables, but by unsquashfs and into a folder instead of by FUSE. It is of SIZE bytes.
set -e
APPIMAGE=$(readlink -f "$0")
ARGV0=$0
if [ "$1" = --appimage-extract ]; then
  shift
  exec unsquashfs -quiet -no-progress -offset SIZE -dest squashfs-root "$APPIMAGE" "$@"
fi
APPDIR=$(mktemp -d -t .mount_UsherXXXXXX)
export APPIMAGE ARGV0 APPDIR
unsquashfs -quiet -no-progress -force -offset SIZE -dest "$APPDIR" "$APPIMAGE"
exec "$APPDIR/AppRun" "$@"
