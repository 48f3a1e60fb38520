/**
 * Writing systems of people's names by their codes of ISO 15924, each with letters that every font for it has, and
 * that look different. Those that come with the kiosk are left out; of Latin, the letters that come with it.
 */
export const SCRIPTS = {
  Armn: 'ԱԲ',
  Beng: 'কখ',
  Bopo: 'ㄅㄆ',
  Cyrl: 'ЖД',
  Deva: 'कख',
  Ethi: 'አበ',
  Geor: 'აბ',
  Grek: 'ξΔ',
  Gujr: 'કખ',
  Guru: 'ਕਖ',
  Hang: '한김',
  Hani: '人山',
  Hebr: 'אש',
  Hira: 'あか',
  Kana: 'アカ',
  Khmr: 'កខ',
  Knda: 'ಕಖ',
  Laoo: 'ກຂ',
  Latn: 'ễẹơƙ',
  Mlym: 'കഖ',
  Mong: 'ᠠᠪ',
  Mymr: 'ကခ',
  Nkoo: 'ߊߋ',
  Sinh: 'කඛ',
  Syrc: 'ܐܒ',
  Taml: 'கங',
  Telu: 'కఖ',
  Tfng: 'ⴰⴱ',
  Thaa: 'ހށ',
  Thai: 'กข',
  Tibt: 'ཀཁ',
} as const;

export type Script = keyof typeof SCRIPTS;

export const SCRIPT_CODES = Object.keys(SCRIPTS) as Script[];
