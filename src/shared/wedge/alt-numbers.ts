/** Characters 128 to 255 of code page 437, which Alt and a number without a leading zero mean. Source: Unicode's CP437.TXT. */
const CODE_PAGE_437 = [
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒ',
  'áíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐',
  '└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀',
  'αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0',
].join('');

/** Characters 128 to 159 of Windows-1252, which Alt and a number with a leading zero mean. Source: Unicode's CP1252.TXT. */
const WINDOWS_1252 = ['€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f', '\u0090‘’“”•–—˜™š›œ\u009džŸ'].join('');

/** What Alt and these digits on the numeric keypad write; null where there is no such character. */
export function altCharacter(digits: string): string | null {
  const number = Number(digits);
  if (digits.length > 5 || number > 0xffff || (number >= 0xd800 && number <= 0xdfff)) return null;
  if (number < 128 || number > 255) return String.fromCharCode(number);
  if (!digits.startsWith('0')) return CODE_PAGE_437.charAt(number - 128);
  return number < 160 ? WINDOWS_1252.charAt(number - 128) : String.fromCharCode(number);
}
