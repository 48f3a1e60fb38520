/**
 * Why the ledger cannot be opened or written to:
 * - `newer`: a later version of the kiosk has written this file;
 * - `older`: the file has tables that this version does not read; it was renamed aside, and a new one is there;
 * - `no-directory`: its folder does not exist;
 * - `read-only`: the file, its folder or the whole disk is read-only;
 * - `disk-full`: there is no space for one more verdict;
 * - `in-use`: another process has this file open;
 * - `not-durable`: the disk's file system cannot guarantee that written data stays;
 * - `no-key`: the installation's key is not available now, so nothing could be read again later;
 * - `other-key`: the file was sealed with the key of another installation;
 * - `damaged`: its content is invalid; the next opening moves it aside;
 * - `unreadable`: the disk or the system fails in another way.
 */
export type LedgerFaultCode =
  | 'newer'
  | 'older'
  | 'no-directory'
  | 'read-only'
  | 'disk-full'
  | 'in-use'
  | 'not-durable'
  | 'no-key'
  | 'other-key'
  | 'damaged'
  | 'unreadable';
