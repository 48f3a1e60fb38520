/** Why a file could not be written, and how the screen says it. */
export const WRITE_ERRORS: readonly (readonly [string, RegExp])[] = [
  ['ENOSPC', /not saved: the disk is full/],
  ['EACCES', /may not write to the folder/],
  ['EIO', /the disk answers EIO/],
];
