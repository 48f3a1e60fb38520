import type { MissReason, ScannerState } from '#shared/model/scanner.ts';
import type { Advice } from './en.ts';

/** The line of a udev rule that lets whoever sits at the screen read a maker's scanners. */
const udevLine = (vendor: string) =>
  `KERNEL=="hidraw*", SUBSYSTEM=="hidraw", ATTRS{idVendor}=="${vendor}", TAG+="uaccess"`;

/**
 * What is said of scanners on the screens around their set-up: English. Names come from outside,
 * isolated; a `count` comes with how it is `shown`, times and durations ready to be shown. Remedies
 * are sentences, what to do at once first.
 */
export const enScanners = {
  scanners: {
    title: 'Scanners',
    setUp: 'Set up scanners',
    /** One that poses as a keyboard: the system does not say what it is. */
    keyboard: 'Keyboard scanner',

    states: {
      ready: 'Ready',
      asleep: 'Asleep',
      gone: 'Not connected',
      'no-permission': 'This user may not read it',
      'in-use': 'Another program has it',
      'keyboard-mode': 'Set up as a keyboard',
      unreadable: 'What it sends cannot be read',
      failed: 'It cannot be opened',
    } satisfies Record<ScannerState['type'], string>,
    nothingRead: 'has not read anything yet',
    lastRead: (when: string, age: string, count: number, shown: string) =>
      `last read ${when} (${age} ago), ${count === 1 ? '1 code' : `${shown} codes`}`,
    notWhole: (count: number, shown: string) =>
      count === 1 ? '1 scan was not whole' : `${shown} scans were not whole`,

    noneSeen: [
      'No scanner was seen that speaks for itself.',
      'One that poses as a keyboard shows itself with its first scan.',
    ],
    tryFirst: 'Scan the test code before the doors open.',
    ofOne: (name: string, remedy: string) => `${name}: ${remedy}`,

    broken: {
      gone: (name: string) => `${name} is not connected.`,
      'no-permission': (name: string) => `This user may not read ${name}.`,
      'in-use': (name: string) => `Another program has ${name}.`,
      unreadable: (name: string) => `What ${name} sends cannot be read.`,
      failed: (name: string) => `${name} cannot be opened.`,
    },
    someBroken: (shown: string, names: string) => `${shown} scanners do not work: ${names}.`,
    look: 'Look',
    notNeeded: 'Not needed',

    remedies: {
      gone: ['Plug it in again; check the cable.', 'It is opened by itself as soon as it is back.'],
      goneSerial: [
        'Plug it in again; check the cable.',
        'It is opened by itself as soon as it is back. One that is not needed any more is removed under “Serial ports”, where scanners are set up.',
      ],
      asleep: ['Press its trigger: it wakes by itself.'],
      noPermissionUdev: (vendor: string) => [
        'Install the udev rule for scanners, then plug it in again.',
        'The packages of Usher install it; otherwise copy resources/70-usher-scanners.rules to /etc/udev/rules.d/.',
        `If the rule does not name this maker, add this line to it:\n${udevLine(vendor)}`,
      ],
      noPermissionHid: [
        'Let Usher read it in the settings of this system, then start Usher again.',
        'On macOS: System Settings, Privacy & Security, Input Monitoring.',
        'On Windows: close whatever else reads scanners, and plug it in again.',
      ],
      noPermissionSerial: [
        'The kiosk’s user has to belong to the group that owns the port, dialout most often.',
        'Run sudo usermod -aG dialout $USER as that user, then log in to this machine again.',
      ],
      inUse: [
        'Close the other program that reads it.',
        'It is opened by itself as soon as it is free.',
      ],
      keyboardMode: [
        'It works as a keyboard scanner: nothing has to be done.',
        'To have it read directly, on Windows too, set it to “HID POS” with its maker’s programming code.',
      ],
      unreadableHid: [
        'Set it to “HID POS”, or to its factory defaults, with its maker’s programming code.',
      ],
      unreadableSerial: [
        'Set its speed and its end as they are in the scanner: one of them is other than set here.',
      ],
      failed: (detail: string) => ['Plug it in again.', `The system says: ${detail}`],
    },

    missed: {
      'too-long': {
        what: 'The scanner sent more than any barcode holds.',
        advice: 'Scan again, one code alone.',
      },
      empty: {
        what: 'The scanner sent nothing that belongs to a code.',
        advice: 'Scan again.',
      },
      garbled: { what: 'The scanner sent half a code.', advice: 'Scan again.' },
    } satisfies Record<Exclude<MissReason, 'door-closed'>, Advice>,
    missedNotOpen: {
      what: 'A ticket was scanned, and not checked: no door is open.',
      advice: 'Open the door, then scan it again.',
    },
    missedLetsNobody: {
      what: 'A ticket was scanned, and not checked.',
      advice: 'Scan it again.',
    },
    typedNotTaken: 'This code could not be taken. Look at it and type it again.',
  },
};
