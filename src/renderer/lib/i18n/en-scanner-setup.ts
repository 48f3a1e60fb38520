import type { ScannerChannel, SerialEnd } from '#shared/model/scanner.ts';
import type { WedgeRefusal } from '#shared/wedge/frame.ts';
import type { LayoutName } from '#shared/wedge/layouts.ts';
import type { WedgeSettings } from '#shared/wedge/settings.ts';
import type { Symbology } from '../barcode.ts';
import type { Advice } from './en.ts';

const LAYOUTS: Record<LayoutName, string> = {
  us: 'American (QWERTY)',
  uk: 'British (QWERTY)',
  de: 'German (QWERTZ)',
  fr: 'French (AZERTY)',
};

const ENDS: Record<WedgeSettings['terminator'], string> = {
  any: 'Enter or Tab',
  enter: 'Enter',
  tab: 'Tab',
  none: 'A pause',
};

const characters = (count: number) => (count === 1 ? '1 character' : `${count} characters`);

/** What stands at the set-up of scanners: English. Codes and names come from outside, isolated. */
export const enScannerSetup = {
  scannerSetup: {
    title: 'Set up scanners',
    noTickets: 'No ticket is checked while this page is open.',
    undo: 'Undo',
    saved: 'Saved.',
    undone: 'Undone: it is as it was before.',
    managed: {
      what: 'This was not kept: the settings file of this kiosk says otherwise.',
      advice: 'Whoever looks after the kiosks can change it there.',
    },

    scan: {
      title: 'Scan this',
      drawnAs: 'Drawn as',
      drawings: {
        code128: 'Lines',
        qrcode: 'QR code',
        datamatrix: 'Data Matrix',
      } satisfies Record<Symbology, string>,
      picture: 'Test barcode',
      waiting: 'Waiting for a scan',
      waitingAdvice: [
        'The barcode above holds what scanners get wrong most often. Any ticket can be tried, too.',
        'If nothing happens: is the scanner plugged in, or its radio paired? Is it among the devices?',
      ],
      right: 'Read exactly',
      wrong: 'Not read right',
      other: 'Another barcode',
      otherAdvice: 'Compare it with what is printed. The barcode on this screen tells more.',
      broken: 'No whole code',
      by: {
        hid: (name: string, symbology: string | null) =>
          symbology === null ? `By ${name}, as HID.` : `By ${name}, as HID: ${symbology}.`,
        serial: (name: string, symbology: string | null) =>
          symbology === null
            ? `By ${name}, at a serial port.`
            : `By ${name}, at a serial port: ${symbology}.`,
        wedge: (gap: number | null, end: string | null) => {
          const pace = gap === null ? '' : `, ${gap} ms per key`;
          return `By a keyboard scanner${pace}, ${end === null ? 'without an end' : `ends with ${end}`}.`;
        },
      },
      length: characters,
      expected: 'On the screen',
      arrived: 'Arrived',
      setRight: 'Set it right',
      again: 'Now scan it once more.',
      changed: (changes: string) => `Changed. ${changes}`,
      change: (what: string, from: string, to: string) => `${what}: ${to}; before: ${from}.`,
      nothing: 'nothing',
    },

    problems: {
      layout: (layout: LayoutName): Advice => ({
        what: `It types as ${LAYOUTS[layout]}.`,
        advice: 'This kiosk reads it as another keyboard.',
      }),
      capsLock: {
        machine: {
          what: 'Caps Lock is on at this machine.',
          advice: 'Upper and lower case are swapped. Set it right here, or turn Caps Lock off.',
        },
        scanner: {
          what: 'The scanner types as if Caps Lock were on.',
          advice: 'Upper and lower case are swapped.',
        },
      } satisfies Record<'machine' | 'scanner', Advice>,
      caseLost: {
        what: 'All letters have the same case.',
        advice:
          'The scanner changes it: set “no case conversion” with the barcodes of its manual, then scan again.',
      },
      caseSwapped: {
        what: 'Upper and lower case are swapped.',
        advice:
          'The scanner does it: set “no case conversion” with the barcodes of its manual, then scan again.',
      },
      noTerminator: {
        what: 'It sends neither Enter nor Tab after the code.',
        advice:
          'With a pause as the end it works, a little later. Better is “add Enter” in the scanner’s manual.',
      },
      otherTerminator: (end: 'enter' | 'tab'): Advice => ({
        what: `It ends its codes with ${ENDS[end]}.`,
        advice: 'This kiosk waits for another end.',
      }),
      prefix: (text: string): Advice =>
        text === ''
          ? {
              what: 'It sends nothing before the code.',
              advice: 'This kiosk waits for a prefix.',
            }
          : {
              what: `It sends ${text} before the code.`,
              advice: 'That does not belong to the ticket.',
            },
      suffix: (text: string): Advice =>
        text === ''
          ? { what: 'It sends nothing after the code.', advice: 'This kiosk waits for a suffix.' }
          : {
              what: `It sends ${text} after the code.`,
              advice: 'That does not belong to the ticket.',
            },
      framed: {
        before: (text: string): Advice => ({
          what: `It sends ${text} before the code.`,
          advice: 'Switch the prefix off with the barcodes of the scanner’s manual.',
        }),
        after: (text: string): Advice => ({
          what: `It sends ${text} after the code.`,
          advice:
            'Switch the suffix off with the barcodes of the scanner’s manual, or set another end of code.',
        }),
      },
      lost: (count: number): Advice => ({
        what: count === 1 ? '1 character got lost.' : `${count} characters got lost.`,
        advice:
          'Scan again. If it stays so: another USB port, a shorter cable or a fresh battery, or a slower “inter-character delay” in the scanner’s manual.',
      }),
      unrecognisable: {
        what: 'This is not the barcode on the screen, or nothing of it can be recognised.',
        advice: 'Scan the one on the screen. If it was: reset the scanner with its manual.',
      },
    },

    broken: {
      garbled: {
        what: 'Half a code came, or characters that nobody can read.',
        advice:
          'Scan again. At a serial port, set the speed and the end that the scanner is set to.',
      },
      unfinished: {
        what: 'The end of the code did not come.',
        advice: 'Scan the barcode on the screen: then the end can be set right.',
      },
      'too-short': {
        what: 'Fewer than 3 characters came.',
        advice: 'No ticket is as short. Scan again.',
      },
      'too-long': {
        what: 'More than 4,096 characters came.',
        advice: 'No ticket is as long: it was refused whole, not cut.',
      },
      'unreadable-key': {
        what: 'It pressed a key that writes nothing.',
        advice: 'Often a prefix or suffix such as F1: switch it off with the scanner’s manual.',
      },
      'no-prefix': {
        what: 'The prefix that is set did not come.',
        advice: 'Characters got lost, or the prefix is no longer sent.',
      },
      'no-suffix': {
        what: 'The suffix that is set did not come.',
        advice: 'Characters got lost, or the suffix is no longer sent.',
      },
    } satisfies Record<WedgeRefusal | 'garbled' | 'unfinished', Advice>,

    /** Kinds of barcodes, by AIM identifier: the letter alone, and with its digit where that says more. */
    symbologies: {
      A: 'Code 39',
      C: 'Code 128',
      C1: 'GS1-128',
      d: 'Data Matrix',
      d2: 'GS1 Data Matrix',
      E: 'EAN or UPC',
      e: 'GS1 DataBar',
      F: 'Codabar',
      G: 'Code 93',
      I: 'Interleaved 2 of 5',
      L: 'PDF417',
      Q: 'QR code',
      Q3: 'GS1 QR code',
      z: 'Aztec',
    } as Readonly<Record<string, string>>,

    /** What cannot be seen. */
    unseen: { ' ': 'blank', '\t': 'Tab', '\r': 'CR', '\n': 'LF', '\x1d': 'GS' } as Readonly<
      Record<string, string>
    >,

    devices: {
      title: 'Devices',
      none: 'No scanner has been seen yet.',
      noneAdvice:
        'Plug one in. One that poses as a keyboard does not say that it is there: it appears with its first scan.',
      channels: {
        hid: 'USB or Bluetooth, HID',
        serial: 'Serial port',
        wedge: 'Types as a keyboard',
      } satisfies Record<ScannerChannel, string>,
      lastRead: (when: string) => `Last read ${when}`,
      neverRead: 'Nothing read yet',
      codes: (count: number, shown: string) => (count === 1 ? '1 code' : `${shown} codes`),
      garbled: (count: number, shown: string) =>
        count === 1 ? '1 could not be read' : `${shown} could not be read`,
      forget: 'Forget',
      forgotten: (name: string) => `${name} is forgotten.`,
    },

    serial: {
      title: 'Serial ports',
      lookAgain: 'Look again',
      looking: 'Looking',
      none: 'This machine has no serial port that is plugged in.',
      noneAdvice:
        'If the scanner is plugged in, set it to “USB COM” or “serial” with its manual, then look again.',
      use: 'Use this port',
      change: 'Change',
      inUse: (speed: string, end: string) => `${speed} bit/s, ${end}`,
      notPluggedIn: 'Set up, but not plugged in.',
      speed: 'Speed',
      speedHint: 'As the scanner is set: 9600 most often; over USB it does not matter.',
      otherSpeed: 'Another',
      speedTyped: 'Bits per second',
      speedWrong: (least: string, most: string) => `A whole number from ${least} to ${most}.`,
      end: 'End of code',
      ends: {
        cr: 'CR',
        lf: 'LF',
        crlf: 'CR LF',
        pause: 'A pause',
      } satisfies Record<SerialEnd, string>,
      endsWith: {
        cr: 'ends with CR',
        lf: 'ends with LF',
        crlf: 'ends with CR LF',
        pause: 'ends with a pause',
      } satisfies Record<SerialEnd, string>,
      pause: 'Pause in milliseconds',
      pauseHint: 'USB adapters hold bytes back for up to 16 ms: 50 is safe.',
      pauseWrong: (least: string, most: string) => `A whole number from ${least} to ${most}.`,
      save: 'Save',
      remove: 'Remove',
      removed: 'Removed.',
      cancel: 'Cancel',
      tooMany: (most: number) => `A kiosk has at most ${most} serial scanners. Remove one first.`,
    },

    byHand: {
      title: 'Keyboard scanners: set by hand',
      hint: 'The test barcode finds all of this by itself. What stands here is what the scanner is set to; the keyboard of this machine does not matter.',
      layout: 'Keyboard of the scanner',
      layouts: LAYOUTS,
      capsLock: 'Caps Lock',
      capsLocks: {
        ignored: 'Takes no notice of it',
        undone: 'Makes up for it',
        'always-on': 'Types as if it were on',
      } satisfies Record<WedgeSettings['capsLock'], string>,
      terminator: 'End of code',
      terminators: ENDS,
      prefix: 'Prefix',
      prefixHint: 'What the scanner puts before each code; empty for nothing.',
      suffix: 'Suffix',
      suffixHint: 'What the scanner puts after each code; empty for nothing.',
      tooLong: (most: number) => `At most ${most} characters.`,
      save: 'Save',
      factory: 'As from the factory',
    },

    raw: {
      title: 'What arrives',
      hint: 'Keys, reports and bytes as they came, newest first. They are kept while this page is open, and nowhere else.',
      none: 'Nothing yet.',
      keyboards: 'Keyboards',
      clear: 'Clear',
      keys: (count: number) => (count === 1 ? '1 key' : `${count} keys`),
      bytes: (count: number) => (count === 1 ? '1 byte' : `${count} bytes`),
    },
  },
};
