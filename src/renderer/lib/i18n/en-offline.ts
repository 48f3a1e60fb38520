import type { Discrepancy } from '#shared/model/discrepancy.ts';
import type { LedgerFaultCode } from '#shared/model/ledger-fault.ts';
import type { UploadWarning } from '#shared/model/uploads.ts';
import type { LineState } from '../readiness.ts';
import type { Advice } from './en.ts';

const counted = (count: number, shown: string, one: string, many: string) =>
  count === 1 ? `1 ${one}` : `${shown} ${many}`;
const scans = (count: number, shown: string) => counted(count, shown, 'scan', 'scans');
const tickets = (count: number, shown: string) => counted(count, shown, 'ticket', 'tickets');

/**
 * What is said of working without the platform: English. A `count` comes with how it is `shown`;
 * times and durations come ready to be shown.
 */
export const enOffline = {
  connection: {
    offlineSince: (time: string) => `Offline since ${time}.`,
    slow: 'The platform answers too slowly for guests. This kiosk decides; uploads go on.',
    tryingNow: 'Trying now.',
    nextTry: (duration: string) => `Next try in ${duration}.`,
    byCopy: (count: number, shown: string, asOf: string) =>
      `This kiosk decides by its copy of ${tickets(count, shown)} as of ${asOf}.`,
    noCopy: {
      what: 'There is no copy of the tickets here, so guests cannot be decided.',
      advice: 'Send guests to another door or the box office, or let the duty manager decide.',
    },
    kept: (count: number, shown: string) =>
      count === 1
        ? '1 scan is kept here and goes up when the platform answers.'
        : `${shown} scans are kept here and go up when the platform answers.`,
  },

  waiting: {
    none: 'No scan waits to be uploaded.',
    scans: (count: number, shown: string) =>
      count === 1 ? '1 scan waits to be uploaded.' : `${shown} scans wait to be uploaded.`,
    oldest: (when: string, age: string) => `The oldest is from ${when}, ${age} ago.`,
    uploading: 'Uploading now.',
    nextSignIn: (count: number, shown: string) =>
      count === 1
        ? '1 scan of this kiosk waits. It goes up at the next sign-in.'
        : `${shown} scans of this kiosk wait. They go up at the next sign-in.`,
    byThemselves: 'They go up by themselves.',
    signIn: 'They go up once somebody signs in.',
    busy: (until: string) => ({
      what: `The platform is busy and asks to be left alone until ${until}.`,
      advice: 'They go up by themselves after that.',
    }),
    sessionEnded: (name: string, code: number) => ({
      what: `The platform ended the session: ${name} (${code}).`,
      advice: 'Sign in again: the upload then goes on.',
    }),
    refused: (name: string, code: number) => ({
      what: `The platform refused the upload: ${name} (${code}).`,
      advice: 'It is tried again by itself. If it stays so, tell your administrator.',
    }),
    warnings: {
      24: (left: string) =>
        `The platform takes scans for 48 hours; there are ${left} left. Bring this kiosk online and sign in today.`,
      36: (left: string) =>
        `After 48 hours the platform takes them no longer: ${left} left. Bring this kiosk online and sign in soon.`,
      44: (left: string) =>
        `Only ${left} left: after 48 hours the platform takes them no longer. Bring this kiosk online and sign in now.`,
    } satisfies Record<UploadWarning, (left: string) => string>,
    tooLate: 'The platform takes scans for 48 hours only. Tell the duty manager.',
  },

  copy: {
    none: 'There is no copy of the tickets on this kiosk.',
    noneAdvice:
      'Guests can be decided while the platform answers, and not when the network fails. Download the tickets.',
    noneSignIn: 'Sign in and open the door: the tickets are then downloaded.',
    tickets: (count: number, shown: string) => `${tickets(count, shown)}.`,
    asOf: (when: string, age: string) => `As of ${when}, ${age} ago.`,
    ofClient: 'All tickets of the client: other performances are told apart, too.',
    ofProduction: 'Only tickets of one production.',
    ofPerformance: 'Only tickets of one performance.',
    of: (what: string) => `Only tickets for ${what}.`,
    skipped: (count: number, shown: string) =>
      `${tickets(count, shown)} could not be read and ${count === 1 ? 'is' : 'are'} missing in the copy.`,
    skippedAdvice: 'Offline, these guests are refused. Tell your ticketing provider.',
    duplicates: (count: number, shown: string) =>
      count === 1
        ? '1 ticket had the barcode of another one, which is used instead.'
        : `${shown} tickets had barcodes of others, which are used instead.`,
    old: 'Tickets sold since are not in it. Download the tickets when the platform answers.',
    empty:
      'The platform has no tickets for this door. Look whether it is open for the right event.',
    refreshing: (count: number, shown: string, bytes: string) =>
      `Downloading: ${tickets(count, shown)} so far, ${bytes}.`,
    download: 'Download now',
    downloading: 'Downloading',
    refused: (name: string, code: number) => ({
      what: `The platform refused the last download: ${name} (${code}).`,
      advice: 'Try again. If it stays so, tell your administrator.',
    }),
    offline: (reason: string) => `The last download did not work. ${reason}`,
    unreadable: (at: string) => ({
      what: `The last download could not be read (${at}).`,
      advice: 'Try again. If it stays so, tell your ticketing provider.',
    }),
    disk: (code: string) => ({
      what: `The last download could not be written to the disk (${code}).`,
      advice: 'Make room on the disk, then download again.',
    }),
    crashed: (code: string) => ({
      what: `The last download broke down inside the kiosk (${code}).`,
      advice: 'Download again. If it stays so, start the kiosk again.',
    }),
  },

  clock: {
    fine: 'This machine’s clock is less than two minutes off, as far as is known.',
    behind: (amount: string) => `This machine’s clock is ${amount} behind the platform’s.`,
    ahead: (amount: string) => `This machine’s clock is ${amount} ahead of the platform’s.`,
    advice: 'Scan times are right all the same; set the clock.',
  },

  readiness: {
    title: 'Readiness',
    states: {
      good: 'Ready',
      attention: 'Attention',
      stop: 'Not ready',
    } satisfies Record<LineState, string>,
    platform: 'Ticketing platform',
    online: 'The platform answers.',
    tickets: 'Tickets on this kiosk',
    waiting: 'Scans to be uploaded',
    discrepancies: 'Scans not accepted',
    clock: 'Clock',
  },

  discrepancies: {
    title: 'Scans not accepted',
    intro:
      'These guests were let in without the platform, and the platform does not accept them. Acknowledge what you have looked at: it leaves this list and stays in the kiosk’s records.',
    banner: (count: number, shown: string) =>
      count === 1
        ? '1 guest was let in whom the platform does not accept.'
        : `${shown} guests were let in whom the platform does not accept.`,
    look: 'Look at them',
    none: 'There is nothing to look at.',
    noneAdvice:
      'The platform has accepted every scan of this kiosk, or somebody has acknowledged it.',
    allAccepted: 'None that nobody has looked at.',
    remedy: 'Look at each and acknowledge it.',
    list: 'Scans not accepted, newest first',
    loading: 'Loading',
    states: {
      refused: {
        what: 'Not taken',
        advice: 'The platform did not take this scan.',
      },
      conflict: {
        what: 'Contradicted',
        advice: 'The guest was let in here; the platform’s late answer was no.',
      },
      expired: {
        what: 'Too late',
        advice: 'It waited longer than the 48 hours for which the platform takes scans.',
      },
    } satisfies Record<Discrepancy['state'], Advice>,
    unreadable: 'This entry of the kiosk’s records is damaged: its barcode is lost.',
    noCode: 'Barcode lost',
    meaning: (meaning: string, name: string, code: number) => `${meaning} ${name} (${code}).`,
    acknowledge: 'Acknowledge',
    acknowledgeAll: (count: number, shown: string) =>
      count === 1 ? 'Acknowledge the one shown' : `Acknowledge all ${shown} shown`,
    question: (count: number, shown: string) =>
      count === 1 ? 'Acknowledge this scan?' : `Acknowledge all ${shown} scans that are shown?`,
    questionHint: 'They leave this list for good. They stay in the kiosk’s records.',
    yes: (count: number, shown: string) => `Acknowledge ${count === 1 ? '1' : shown}`,
    no: 'Cancel',
    acknowledged: (count: number, shown: string) => `${scans(count, shown)} acknowledged.`,
    more: 'Show more',
    save: 'Save as a file',
    saving: 'Saving',
    saved: (count: number, shown: string, path: string) =>
      `${scans(count, shown)}, acknowledged ones too, saved to ${path}`,
    notSaved: {
      full: {
        what: 'The file was not saved: the disk is full.',
        advice: 'Make room on the disk, then save again.',
      },
      forbidden: {
        what: 'The file was not saved: the kiosk may not write to the folder for it.',
        advice:
          'Give the kiosk’s user the right to write to its documents folder, then save again.',
      },
      other: (code: string) => ({
        what: `The file was not saved: the disk answers ${code}.`,
        advice: 'Save again. If it stays so, have the disk looked at.',
      }),
    },
    shownOf: (shown: string, total: string) => `${shown} of ${total}`,
  },

  leaving: {
    signingOut: {
      title: 'Signing out',
      uploading: (count: number, shown: string) =>
        `Uploading ${scans(count, shown)} before signing out`,
      done: 'All scans are uploaded.',
      stay: (count: number, shown: string) =>
        count === 1
          ? '1 scan stays on this kiosk. It goes up at the next sign-in.'
          : `${shown} scans stay on this kiosk. They go up at the next sign-in.`,
    },
    closing: {
      title: 'Closing',
      uploading: (count: number, shown: string) =>
        `Uploading ${scans(count, shown)} before closing`,
      done: 'All scans are uploaded.',
      stay: (count: number, shown: string) =>
        count === 1
          ? '1 scan stays on this kiosk. It goes up at the next sign-in after the next start.'
          : `${shown} scans stay on this kiosk. They go up at the next sign-in after the next start.`,
    },
    noScans: 'Tickets are not checked meanwhile.',
    progress: 'Scans uploaded',
    doneOf: (done: string, total: string) => `${done} of ${total}`,
  },

  ledger: {
    nobody: 'Nobody is let in meanwhile: what cannot be recorded must not be admitted.',
    file: 'File',
    kept: 'Kept as',
    tryAgain: 'Try again',
    trying: 'Trying',
    goOn: 'Go on with a new file',
    still: (time: string) => `Tried at ${time}: it is still so.`,
    putAside: {
      what: 'The file with this kiosk’s scans was damaged.',
      advice:
        'It was kept: give it to your technician. Scans in it may not have been uploaded. The kiosk can go on with a new file.',
    },
    faults: {
      newer: {
        what: 'The file with this kiosk’s scans comes from a newer version of Usher.',
        advice: 'Install the newer version. The file was left as it is.',
      },
      'no-directory': {
        what: 'The folder for this kiosk’s scans is not there.',
        advice: 'Connect the disk or make the folder, then try again.',
      },
      'read-only': {
        what: 'This kiosk’s scans cannot be written: the disk or the file is read-only.',
        advice:
          'Give the kiosk’s user the right to write to the file and its folder, then try again.',
      },
      'disk-full': {
        what: 'The disk is full: no scan can be recorded.',
        advice: 'Make room on the disk, then try again.',
      },
      'in-use': {
        what: 'Another program uses the file with this kiosk’s scans.',
        advice: 'Most often another Usher runs on this machine. Close it, then try again.',
      },
      'not-durable': {
        what: 'This disk cannot promise to keep what is written to it.',
        advice: 'Move the kiosk’s data to a local disk; network drives are not enough.',
      },
      'no-key': {
        what: 'The key for this kiosk’s scans cannot be had now.',
        advice:
          'The system’s key store is closed or missing. Log in to this machine as the kiosk’s usual user and unlock it, then try again.',
      },
      'other-key': {
        what: 'The file with this kiosk’s scans belongs to another installation.',
        advice:
          'It was sealed with another key. Put this kiosk’s own file back, or its own key, then try again.',
      },
      damaged: {
        what: 'The file with this kiosk’s scans is damaged.',
        advice: 'Try again: the kiosk then puts the file aside and keeps it.',
      },
      unreadable: {
        what: 'The disk fails when the kiosk reads or writes its scans.',
        advice: 'Try again. If it stays so, have the disk looked at.',
      },
    } satisfies Record<LedgerFaultCode, Advice>,
  },

  copyRefusal: {
    performance: (name: string) => `It is for ${name}.`,
    firstScan: (time: string) => `First scanned here at ${time}.`,
    lookedUpIn: (when: string) => `By this kiosk’s copy of the tickets, made ${when}.`,
    notInCopy: (when: string) =>
      `This kiosk’s copy of the tickets is as of ${when}. A ticket sold since may be good: ask the box office.`,
    noCopy: 'There is no copy of the tickets on this kiosk to decide by.',
  },
};
