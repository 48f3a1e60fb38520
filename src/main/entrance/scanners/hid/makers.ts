/**
 * Makers whose HID devices are scanners, by their USB numbers. Another maker's scanner in keyboard mode
 * cannot be told from a keyboard; it works all the same. `resources/70-usher-scanners.rules` names the
 * same ones.
 */
export const SCANNER_MAKERS: ReadonlySet<number> = new Set([
  0x0536, // Hand Held Products, now Honeywell
  0x05e0, // Symbol, now Zebra
  0x05f9, // PSC, now Datalogic
  0x065a, // Optoelectronics: Opticon
  0x067e, // Intermec, now Honeywell
  0x0745, // Syntech: CipherLab
  0x076d, // Denso
  0x080c, // Datalogic
  0x0c2e, // Metrologic, now Honeywell
  0x11fa, // Code
  0x1eab, // Newland, and engines of theirs in others' scanners
  0x1fbb, // Cino
  0x23d0, // Youjie
  0x2745, // Unitech
]);
