/**
 * Why the ledger cannot be opened or written to:
 * - `newer`: a later version of the kiosk has written this file;
 * - `no-directory`: the folder it belongs into is not there;
 * - `read-only`: the file, its folder or the whole disk takes no writes;
 * - `disk-full`: there is no room for one more verdict;
 * - `in-use`: another process has this file open;
 * - `not-durable`: the disk's file system cannot promise that what was written stays;
 * - `no-key`: the installation's key cannot be had now, so nothing could be read again later;
 * - `other-key`: the file was sealed with the key of another installation;
 * - `damaged`: its content is not what it should be; the next opening puts it aside;
 * - `unreadable`: the disk or the system fails in another way.
 */
export type LedgerFaultCode =
  | 'newer'
  | 'no-directory'
  | 'read-only'
  | 'disk-full'
  | 'in-use'
  | 'not-durable'
  | 'no-key'
  | 'other-key'
  | 'damaged'
  | 'unreadable';
