import { describe, expect, test } from 'vitest';
import { mayOthersReplace, RIGHTS_TO_REPLACE } from '#main/settings/windows-rights.ts';

const { file, folder, nothing } = RIGHTS_TO_REPLACE;
const TRUSTED_INSTALLER = 'S-1-5-80-956008885-3418522649-1831038044-1853292631-2271478464';

/** As the rights of a file below %ProgramData% are when an administrator has put it there. */
const USUAL_FILE = 'O:BAG:S-1-5-21-1-2-3-513D:AI(A;ID;FA;;;SY)(A;ID;FA;;;BA)(A;ID;0x1200a9;;;BU)';
/** A folder there: users may add files and folders, and what they add is theirs. */
const USUAL_FOLDER =
  'O:BAG:SYD:AI(A;OICIID;FA;;;SY)(A;OICIID;FA;;;BA)(A;OICIIOID;GA;;;CO)(A;OICIID;0x1200a9;;;BU)(A;CIID;DCLCRPCR;;;BU)';

/** As the installer leaves it: inheritance removed, users may read. */
const LOCKED_FOLDER =
  'O:BAG:S-1-5-21-1-2-3-513D:PAI(A;OICI;FA;;;SY)(A;OICI;FA;;;BA)(A;OICI;0x1200a9;;;BU)';

describe('a file that administrators alone may change', () => {
  test.each([
    ['as it is put there', USUAL_FILE],
    ['with nobody else in its list', 'O:SYG:SYD:P(A;;FA;;;BA)'],
    ['with an empty list', 'O:BAG:SYD:P'],
    ['of the installer', `O:${TRUSTED_INSTALLER}G:SYD:(A;;FA;;;${TRUSTED_INSTALLER})(A;;FR;;;WD)`],
    ['of a domain’s administrator', 'O:DAG:DUD:(A;;FA;;;S-1-5-21-7-8-9-512)(A;;FR;;;AU)'],
    ['with numbers in place of letters', 'O:S-1-5-32-544G:SYD:(A;;0x1f01ff;;;S-1-5-18)'],
    ['with rights that are for what is below it', 'O:BAG:SYD:(A;OICIIO;GA;;;WD)'],
    ['with rights that owners have', 'O:BAG:SYD:(A;;FA;;;OW)(A;;FR;;;BU)'],
    ['with a list of who is watched', `${USUAL_FILE}S:AI(AU;SAFA;FA;;;WD)`],
    ['where reading is for some, by a condition', 'O:BAG:SYD:(XA;;FR;;;WD;(@User.Title=="(x)"))'],
  ])('%s', (_how, sddl) => {
    expect(mayOthersReplace(sddl, file)).toBe(false);
  });
});

describe('a file that others may change', () => {
  test.each([
    ['everybody', 'O:BAG:SYD:(A;;FA;;;WD)'],
    ['users, who may write', 'O:BAG:SYD:AI(A;ID;0x1301bf;;;BU)'],
    ['users, by a generic right', 'O:BAG:SYD:(A;;GW;;;BU)'],
    ['whoever is signed in, who may delete', 'O:BAG:SYD:(A;;FRSD;;;AU)'],
    ['one user, who may give themselves rights', 'O:BAG:SYD:(A;;FRWD;;;S-1-5-21-1-2-3-1001)'],
    ['its owner', 'O:S-1-5-21-1-2-3-1001G:SYD:(A;;FA;;;BA)'],
    ['anybody, as it has no list', 'O:BAG:SYD:NO_ACCESS_CONTROL'],
    ['power users of an old domain', 'O:BAG:SYD:(A;;FA;;;BA)(A;;FW;;;PU)'],
    ['some, by a condition', 'O:BAG:SYD:(XA;;FA;;;WD;(Member_of {SID(BG)}))'],
    ['users, who are also denied it', 'O:BAG:SYD:(D;;FW;;;BU)(A;;FA;;;BU)'],
  ])('%s', (_who, sddl) => {
    expect(mayOthersReplace(sddl, file)).toBe(true);
  });
});

test('a folder to which users may add files keeps those that are there', () => {
  expect(mayOthersReplace(USUAL_FOLDER, folder)).toBe(false);
  expect(mayOthersReplace('O:BAG:SYD:(A;;DT;;;BU)', folder)).toBe(true);
  expect(mayOthersReplace('O:BAG:SYD:(A;;FA;;;BU)', folder)).toBe(true);
});

test('a folder to which users may add files lets them put one where there is none', () => {
  expect(mayOthersReplace(USUAL_FOLDER, nothing)).toBe(true);
  expect(mayOthersReplace(LOCKED_FOLDER, nothing)).toBe(false);
});

test.each([
  ['nothing', ''],
  ['an error in German', 'Get-Acl : Der Pfad "C:\\ProgramData\\Usher" kann nicht gefunden werden'],
  ['names in place of numbers', 'VORDEFINIERT\\Benutzer:(I)(RX)'],
  ['rights without an owner', 'D:AI(A;ID;FA;;;BA)'],
  ['an owner without rights', 'O:BAG:SY'],
  ['rights that nobody knows', 'O:BAG:SYD:(A;;QQ;;;WD)'],
  ['an entry of a kind that nobody knows', 'O:BAG:SYD:(ZZ;;FA;;;WD)'],
])('from %s nothing can be determined', (_what, sddl) => {
  expect(mayOthersReplace(sddl, file)).toBeNull();
});
