/**
 * Who may change a file or a folder, read from its security descriptor in SDDL, which names well-known users
 * by letters or numbers and is the same in every language of Windows.
 */

/** The access rights with which a user can replace an object. */
export const RIGHTS_TO_REPLACE = {
  /** Write data, append data, delete, change rights, take ownership, all, generic write. */
  file: 0x2 | 0x4 | 0x1_0000 | 0x4_0000 | 0x8_0000 | 0x1000_0000 | 0x4000_0000,
  /**
   * Delete what is in it, delete or rename it, change rights, take ownership, all. Whoever may only add files
   * to a folder changes none of those that are there.
   */
  folder: 0x40 | 0x1_0000 | 0x4_0000 | 0x8_0000 | 0x1000_0000,
  /** To put a file into a folder where there is none: add a file, change rights, take ownership, all, generic write. */
  nothing: 0x2 | 0x4_0000 | 0x8_0000 | 0x1000_0000 | 0x4000_0000,
} as const;

/** Administrators, the system, and TrustedInstaller, which installs Windows' own files. */
const ADMINISTRATORS: readonly RegExp[] = [
  /^(?:BA|SY|LA|DA|EA)$/,
  /^S-1-5-18$/,
  /^S-1-5-32-544$/,
  // The built-in administrator, and those of a domain and a forest.
  /^S-1-5-21-\d+-\d+-\d+-(?:500|512|519)$/,
  // TrustedInstaller.
  /^S-1-5-80-956008885-3418522649-1831038044-1853292631-2271478464$/,
];

/** SIDs that stand for the owner: the owner is checked separately, so entries for these are ignored. */
const OWNER_PLACEHOLDERS: readonly string[] = ['CO', 'CG', 'OW', 'S-1-3-0', 'S-1-3-1', 'S-1-3-4'];

/** The letters for single rights, which an SDDL may have in place of a number. */
const RIGHTS: ReadonlyMap<string, number> = new Map([
  ['CC', 0x1],
  ['DC', 0x2],
  ['LC', 0x4],
  ['SW', 0x8],
  ['RP', 0x10],
  ['WP', 0x20],
  ['DT', 0x40],
  ['LO', 0x80],
  ['CR', 0x100],
  ['SD', 0x1_0000],
  ['RC', 0x2_0000],
  ['WD', 0x4_0000],
  ['WO', 0x8_0000],
  ['GA', 0x1000_0000],
  ['GX', 0x2000_0000],
  ['GW', 0x4000_0000],
  ['GR', 0x8000_0000],
  ['FA', 0x1f_01ff],
  ['FR', 0x12_0089],
  ['FW', 0x12_0116],
  ['FX', 0x12_00a0],
]);

/**
 * Whether anybody but administrators may replace the object of the descriptor; null if it cannot be
 * determined. Denied rights are ignored: at worst the result is too strict.
 *
 * @param sddl owner and rights, such as `O:BAG:SYD:AI(A;;FA;;;BA)(A;;0x1200a9;;;BU)`
 * @param replacing the rights that count, of {@link RIGHTS_TO_REPLACE}
 */
export function mayOthersReplace(sddl: string, replacing: number): boolean | null {
  const owner = /^O:(?<sid>[A-Z]{2}|S-[\d-]+)(?=[GDS]:|$)/.exec(sddl)?.groups?.['sid'];
  const list = /D:(?<flags>[A-Z_]*)(?<entries>\(.*?\))?(?:S:|$)/s.exec(sddl)?.groups;
  if (owner === undefined || list === undefined) return null;
  if (!isAdministrator(owner)) return true;
  // Without a list of rights everybody has all of them; with an empty list nobody has any.
  if (list['flags']?.includes('NO_ACCESS_CONTROL')) return true;
  let isUnclear = false;
  for (const entry of entriesOf(list['entries'] ?? '')) {
    const [type = '', flags = '', rights = '', , , sid = ''] = entry.split(';');
    if (type.startsWith('D') || type === 'XD') continue;
    if (flagsOf(flags).includes('IO')) continue;
    if (isAdministrator(sid) || OWNER_PLACEHOLDERS.includes(sid)) continue;
    const mask = maskOf(rights);
    if (!['A', 'XA'].includes(type) || mask === null || sid === '') isUnclear = true;
    else if ((mask & replacing) !== 0) return true;
  }
  return isUnclear ? null : false;
}

function isAdministrator(sid: string): boolean {
  return ADMINISTRATORS.some((form) => form.test(sid));
}

/** The entries between their parentheses; conditions have parentheses of their own. */
function entriesOf(list: string): readonly string[] {
  const entries: string[] = [];
  let depth = 0;
  let begin = 0;
  for (let at = 0; at < list.length; at += 1) {
    const character = list.charAt(at);
    if (character === '(') {
      if (depth === 0) begin = at + 1;
      depth += 1;
    } else if (character === ')') {
      depth -= 1;
      if (depth === 0) entries.push(list.slice(begin, at));
    }
  }
  return entries;
}

function flagsOf(flags: string): readonly string[] {
  return flags.match(/.{2}/g) ?? [];
}

/** Returns the rights as bits; null if their notation is unknown. */
function maskOf(rights: string): number | null {
  if (/^0x[\da-f]+$/i.test(rights)) return Number.parseInt(rights, 16);
  if (/^\d+$/.test(rights)) return Number(rights);
  let mask = 0;
  for (const right of flagsOf(rights)) {
    const bits = RIGHTS.get(right);
    if (bits === undefined) return null;
    mask |= bits;
  }
  return rights.length % 2 === 0 ? mask : null;
}
