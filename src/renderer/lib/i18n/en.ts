import type { ErrorCode } from '#shared/api/index.ts';
import type { DemoRole, DemoTicketKind } from '#shared/model/demo-guide.ts';
import type { OfflineReason } from '#shared/model/connection.ts';
import type { VerdictKind } from '#shared/model/verdict.ts';
import { enHistory } from './en-history.ts';
import { enNumbers } from './en-numbers.ts';
import { enOffline } from './en-offline.ts';
import { enScannerSetup } from './en-scanner-setup.ts';
import { enScanners } from './en-scanners.ts';

/** What happened, in words for the visitor, and what the usher does about it. */
export interface ReasonWords {
  readonly reason: string;
  readonly action: string;
}

/** What happened, and what the operator does about it. */
export interface Advice {
  readonly what: string;
  readonly advice: string;
}

/** English, and the shape that every other language has to fill. */
export const en = {
  ...enHistory,
  ...enNumbers,
  ...enOffline,
  ...enScannerSetup,
  ...enScanners,
  locale: 'en-GB',
  product: 'Usher',

  starting: {
    title: 'Starting',
    waiting: 'Waiting for the kiosk to answer.',
  },

  fault: {
    title: 'Out of order',
    settingsFile: 'The settings file cannot be used.',
    settingsFileAdvice:
      'Correct the file or remove it, then start the kiosk again. Nothing was changed in it.',
    file: 'File',
    detail: 'What is wrong',
    demoFailed: 'The demonstration could not be started.',
    demoFailedAdvice:
      'Start the kiosk again. If it stays so, the log says more; without --demo the kiosk works with a real server.',
  },

  server: {
    title: 'Which ticketing platform does this kiosk work with?',
    hint: 'The address comes from your ticketing provider. It begins with https://',
    address: 'Server address',
    connect: 'Connect',
    connecting: 'Connecting',
    missing: 'Enter the address first.',
    notAnAddress: 'This is not a web address. It looks like https://tickets.example.org',
    notSecure:
      'This address is not encrypted. Use one that begins with https:// so that passwords and tickets stay private.',
    offline: {
      refused: 'Nothing answers at this address. Check the address and its port number.',
      reset: 'The connection broke off. Try again; if it stays so, check the network.',
      dns: 'No server has this name. Check the spelling, and whether the network is up.',
      tls: 'The server’s certificate is not trusted. Check the address and this machine’s date and time.',
      timeout: 'The server took too long to answer. Try again in a moment.',
      'server-error': 'The server answers, but has a problem of its own. Try again in a moment.',
      'not-the-platform':
        'Something else answers here, not the ticketing platform. Check the address; on a guest network, sign in to the network first.',
      unreachable: 'The network has no way there. Check the cable or the Wi-Fi.',
    } satisfies Record<OfflineReason, string>,
  },

  signIn: {
    title: 'Sign in to check tickets',
    username: 'User name',
    password: 'Password',
    showPassword: 'Show password',
    hidePassword: 'Hide password',
    submit: 'Sign in',
    working: 'Signing in',
    missingUsername: 'Enter the user name.',
    missingPassword: 'Enter the password.',
    server: 'Server',
    changeServer: 'Change server',
    back: 'Back to the door',
    lost: 'The platform ended the session.',
    lostAdvice: 'Sign in again to go on.',
    wrongPassword: {
      what: 'User name or password is wrong.',
      advice: 'Check the user name and type the password again.',
    },
    noPermission: {
      what: 'This user may not check tickets.',
      advice: 'Ask your administrator for the scanning permission, or use another user.',
    },
    passwordExpired: {
      what: 'The password has expired.',
      advice: 'Log in to the ticketing platform in a browser, set a new one, then sign in here.',
    },
    refused: (name: string, code: number): Advice => ({
      what: `The platform refused the sign-in: ${name} (${code}).`,
      advice: 'Try again. If it stays so, tell your administrator.',
    }),
  },

  /** Shared by every screen on which a call into the kiosk itself can fail. */
  callFailed: 'The kiosk could not do this. Try again; if it stays so, start it again.',
  platformSays: 'The platform says',
  incident: (id: string) => `The log has more under ${id}.`,

  offline: {
    refused: {
      what: 'The server is not running.',
      advice: 'Nothing answers at its address. Ask your ticketing provider.',
    },
    reset: {
      what: 'The connection broke off.',
      advice: 'Try again; if it stays so, check the network.',
    },
    dns: {
      what: 'The server’s name was not found.',
      advice: 'Check that the network is up.',
    },
    tls: {
      what: 'The server’s certificate is not trusted.',
      advice: 'Check this machine’s date and time, then the server’s address.',
    },
    timeout: {
      what: 'The server does not answer in time.',
      advice: 'Try again; if it stays so, check the network.',
    },
    'server-error': {
      what: 'The server has a problem of its own.',
      advice: 'Try again in a moment.',
    },
    'not-the-platform': {
      what: 'The network asks for a sign-in of its own.',
      advice:
        'Something else answered in the platform’s place, often a guest Wi-Fi’s welcome page. Open it in a browser and accept it.',
    },
    unreachable: {
      what: 'There is no network.',
      advice: 'Check the cable or the Wi-Fi.',
    },
  } satisfies Record<OfflineReason, Advice>,

  demo: {
    title: 'Try it',
    intro: 'This is a demonstration with made-up guests. Choose a user, then scan a ticket.',
    users: 'Users',
    tickets: 'Tickets',
    ticketsHint: 'Hold your scanner to the screen, one code at a time.',
    ticketsHintOpen: 'Hold your scanner to the screen, or press a ticket.',
    showLinear: 'Show lines only (Code 128)',
    showQr: 'Show QR codes',
    show: 'Try it',
    hide: 'Close',
    picture: (kind: string) => `Barcode: ${kind}`,
    press: (kind: string) => `Check the code: ${kind}`,
    roles: {
      scanner: 'May check tickets',
      'scanner-with-patrons': 'Also sees who the guest is',
      'no-permission': 'May not check tickets',
      'password-expired': 'Password has expired',
      'other-client': 'Works for another client',
    } satisfies Record<DemoRole, string>,
    kinds: {
      valid: 'Valid ticket',
      scanned: 'Already scanned',
      voided: 'Cancelled',
      refunded: 'Refunded',
      'other-performance': 'Another performance',
      'other-series': 'Another event',
      'other-client': 'Another organiser',
      unknown: 'No such ticket',
    } satisfies Record<DemoTicketKind, string>,
  },

  select: {
    title: 'What is this door open for?',
    loading: 'Asking the platform what can be scanned now',
    clients: 'Client',
    choices: 'Open for',
    anything: 'Anything open now',
    anythingHint: 'Every performance within the scan window',
    production: (name: string) => `Any performance of ${name}`,
    open: 'Open the door',
    opening: 'Opening',
    refresh: 'Refresh',
    retry: 'Try again',
    cancel: 'Cancel',
    signedInAs: (username: string) => `Signed in as ${username}`,
    signOut: 'Sign out',
    failed: 'The list of performances could not be loaded.',
    refused: (name: string, code: number) => `The platform refused: ${name} (${code}).`,
    notSignedIn: 'Nobody is signed in.',
    nothing: 'Nothing is scannable now.',
    nothingAdvice:
      'A performance can be scanned from some time before its start until some time after. How long is set on the ticketing platform. Refresh when the doors are about to open.',
    noPerformances: 'No performance is within its scan window now.',
  },

  passwordExpires: (days: string) => `The password expires ${days}. Set a new one on the platform.`,

  when: {
    startsIn: (amount: string) => `starts in ${amount}`,
    startedAgo: (amount: string) => `started ${amount} ago`,
    startsNow: 'starts now',
  },

  ready: {
    openFor: 'This door is open for',
    anything: 'Anything open now',
    anyPerformance: 'Any performance',
    invite: 'Scan your ticket',
    checking: 'Checking',
    change: 'Change',
    signOut: 'Sign out',
    last: 'Last',
    nothingYet: 'No ticket scanned yet',
    lost: 'The platform ended the session. This door stays open.',
    lostAdvice: 'Tickets can be checked with the platform again once somebody signs in.',
    signIn: 'Sign in',
    manualLabel: 'Enter a code by hand',
    manualSubmit: 'Check',
    manualShort: (least: number) => `A code has at least ${least} characters.`,
  },

  back: {
    toDoor: 'Back to the door',
    toSignIn: 'Back to sign-in',
    toChoice: 'Back to the choice',
  },

  programme: {
    title: 'What’s on',
    views: 'Views',
    calendar: 'Calendar',
    series: 'Series',
    performances: 'Performances',
    backToList: 'Back to the list',
    refresh: 'Refresh',
    refreshing: 'Refreshing',
    asOf: (when: string) => `as of ${when}`,
    never: 'not loaded yet',
    refused: 'The platform did not give the programme.',
    loading: 'Loading',

    previousMonth: 'Previous month',
    nextMonth: 'Next month',
    thisMonth: 'Today',
    today: 'today',
    dayWith: (day: string, performances: string) => `${day}, ${performances}`,
    amount: (count: number) =>
      count === 0 ? 'no performances' : count === 1 ? '1 performance' : `${count} performances`,
    moreOfDay: (count: string) => `+${count} more`,
    chooseDay: 'Choose a day to see what is on.',
    nothingOnDay: 'Nothing is on.',
    monthNotHere: 'This month has not been loaded yet.',

    nothing: 'Nothing is announced.',
    show: 'Show',
    everything: 'Everything',
    departments: 'Departments',
    productions: 'Series',
    more: 'Show more',
    shownOf: (shown: string, total: string) => `${shown} of ${total}`,

    allDay: 'All day',
    doors: 'Doors',
    doorsOpen: (when: string) => `doors open ${when}`,
    doorsClose: (when: string) => `doors close ${when}`,
    doorsUntil: (when: string) => `doors, until ${when}`,
    entry: 'Entry',
    soldOutMark: 'sold out',
    cancelled: 'Cancelled',
    soldOut: 'Sold out',
    unreserved: 'Unreserved seats',
    venue: 'Venue',
    address: 'Address',
    phone: 'Phone',
    transit: 'Getting here',
    about: 'About',
    nextPerformances: 'Next performances',
    allPerformances: 'All performances',
    gone: 'This is no longer in the programme.',

    boardToday: 'Today',
    boardNext: 'Next',
    andMore: (count: string) => `and ${count} more`,
  },

  bar: {
    online: 'Online',
    offline: 'Offline',
    scanner: 'Check scanner',
    pending: (count: string) => `${count} waiting to be sent`,
    uploading: (count: string) => `Sending ${count}`,
  },

  verdicts: {
    admit: 'Welcome',
    reject: 'No entry',
    duplicate: 'Already scanned',
    undecided: 'Please wait, ask staff',
    checked: 'Check only',
  } satisfies Record<VerdictKind, string>,

  reasons: {
    admitted: { reason: 'Please come in.', action: 'Let this guest in.' },
    valid: {
      reason: 'This ticket is valid.',
      action: 'It was only looked up. To let the guest in, end “check only” and scan it again.',
    },
    notKnown: {
      reason: 'This kiosk cannot say what this ticket is worth.',
      action: 'Its copy of the tickets is missing or says too little. The readiness page shows it.',
    },
    lookedUp: 'It was only looked up: nothing was counted, and nobody let in.',
    notSignedIn: {
      reason: 'This kiosk is not signed in.',
      action: 'Sign in, then scan this ticket again.',
    },
    errors: {
      1: {
        reason: 'This kiosk’s sign-in was not recognised.',
        action: 'Sign in again, then scan this ticket once more.',
      },
      2: {
        reason: 'This kiosk’s user was not accepted.',
        action: 'User name and password no longer fit. Sign in again, then scan once more.',
      },
      3: {
        reason: 'This kiosk’s user may not check tickets.',
        action: 'Sign in as a user with the scanning permission, then scan once more.',
      },
      4: {
        reason: 'This kiosk’s password has expired.',
        action: 'Set a new password on the ticketing platform, sign in here, then scan once more.',
      },
      5: {
        reason: 'This kiosk was signed out after a while.',
        action: 'Sign in again, then scan this ticket once more.',
      },
      6: {
        reason: 'This kiosk’s session is no longer valid.',
        action: 'Sign in again, then scan this ticket once more.',
      },
      7: {
        reason: 'This user may not scan for this client.',
        action: 'Sign in as a user of this client, or open the door for another client.',
      },
      8: {
        reason: 'This ticket is from another organiser.',
        action: 'Look at the organiser and place on the ticket, and show the guest the way there.',
      },
      9: {
        reason: 'This ticket is for another event.',
        action: 'Look at the event on the ticket, and show the guest to its door.',
      },
      10: {
        reason: 'This ticket is for another performance.',
        action: 'Look at the date and time on the ticket. The box office may exchange it.',
      },
      11: {
        reason: 'This code is not a valid ticket.',
        action: 'Scan it again. If it stays so, the box office can look up the order.',
      },
      12: {
        reason: 'This ticket was used earlier.',
        action:
          'Ask whether the guest has been inside. If not, the box office can look up the order.',
      },
      13: {
        reason: 'This ticket was cancelled.',
        action:
          'The order may have a newer ticket: ask for it, or send the guest to the box office.',
      },
      14: {
        reason: 'This ticket was refunded.',
        action: 'The price was paid back. The box office can sell a new ticket.',
      },
      15: {
        reason: 'This ticket could not be checked.',
        action:
          'Something was missing in the question to the platform. Scan again; if it stays so, tell the duty manager.',
      },
      16: {
        reason: 'The ticket system had a problem.',
        action: 'Scan again in a moment. If it stays so, let the duty manager decide.',
      },
      17: {
        reason: 'The ticket system had a problem and signed this kiosk out.',
        action: 'Sign in again, then scan this ticket once more.',
      },
    } satisfies Record<ErrorCode, ReasonWords>,
    unknownError: (name: string, code: number): ReasonWords => ({
      reason: `The ticket system refused this ticket: ${name}.`,
      action: `Error ${code} is not known here. Scan again; if it stays so, ask the box office.`,
    }),
    unnamedError: 'no reason given',
    noAnswer: {
      refused: {
        reason: 'The ticket system is not running.',
        action:
          'Nothing answers at its address. Scan again in a moment, or let the duty manager decide.',
      },
      reset: {
        reason: 'The connection to the ticket system broke off.',
        action: 'Scan again now. If it stays so, let the duty manager decide.',
      },
      dns: {
        reason: 'The ticket system was not found.',
        action: 'Its name is not known on this network. Check the network, then scan again.',
      },
      tls: {
        reason: 'There is no safe connection to the ticket system.',
        action:
          'Its certificate is not trusted. Check this machine’s date and time, then scan again.',
      },
      timeout: {
        reason: 'The ticket system did not answer in time.',
        action: 'Scan again in a moment. If it stays so, let the duty manager decide.',
      },
      'server-error': {
        reason: 'The ticket system has a problem of its own.',
        action: 'Scan again in a moment. If it stays so, let the duty manager decide.',
      },
      'not-the-platform': {
        reason: 'Something else answered in the ticket system’s place.',
        action:
          'The network may ask for a sign-in of its own. Open a browser and accept it, then scan again.',
      },
      unreachable: {
        reason: 'There is no network.',
        action: 'Check the cable or the Wi-Fi, then scan again.',
      },
    } satisfies Record<OfflineReason, ReasonWords>,
  },

  verdict: {
    openFor: (what: string) => `This door is open for ${what}.`,
    anythingOf: (client: string) => `anything at ${client}`,
    productionOf: (production: string) => `any performance of ${production}`,
    performanceOf: (production: string, when: string) => `${production}, ${when}`,
    ticket: 'Ticket',
    guest: 'Guest',
    name: 'Name',
    performance: 'Performance',
    section: 'Section',
    seat: 'Seat',
    order: 'In this order',
    scannedOfSold: (scanned: string, sold: string) => `${scanned} of ${sold} are in`,
    scannedOnly: (scanned: string) => `${scanned} are in`,
    soldOnly: (sold: string) => `${sold} tickets`,
    email: 'E-mail',
    phone: 'Phone',
    address: 'Address',
    phoneTypes: { home: 'home', cell: 'mobile', work: 'work', fax: 'fax' } as Readonly<
      Record<string, string>
    >,
    fromPlatform: (time: string) => `From the platform, ${time}`,
    fromCache: (time: string) => `Decided by this kiosk, offline, ${time}`,
    late: (time: string) => `The platform had admitted this ticket already, ${time}`,
    repeat: (time: string) => `Same ticket, read again, ${time}`,
    noBasis: (time: string) => `Not decided, ${time}`,
    code: (tail: string) => `Code …${tail}`,
    byHand: 'entered by hand',
  },
};

/** A language: the same entries as English. */
export type Words = typeof en;
