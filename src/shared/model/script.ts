/**
 * Writing systems of people's names by their codes of ISO 15924, each with a letter that every font for it has. Those
 * that come with the kiosk are left out.
 */
export const SCRIPTS = {
  Armn: 'Ա',
  Beng: 'ক',
  Cyrl: 'Ж',
  Deva: 'क',
  Ethi: 'አ',
  Geor: 'ა',
  Grek: 'ξ',
  Gujr: 'ક',
  Guru: 'ਕ',
  Hang: '한',
  Hani: '人',
  Hebr: 'א',
  Hira: 'あ',
  Kana: 'ア',
  Khmr: 'ក',
  Knda: 'ಕ',
  Laoo: 'ກ',
  Mlym: 'ക',
  Mymr: 'က',
  Sinh: 'ක',
  Taml: 'க',
  Telu: 'క',
  Thai: 'ก',
  Tibt: 'ཀ',
} as const;

export type Script = keyof typeof SCRIPTS;

export const SCRIPT_CODES = Object.keys(SCRIPTS) as Script[];
