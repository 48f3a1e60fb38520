/** What is said of tickets that are only looked up, and of the evening's numbers: English. */
export const enNumbers = {
  lookUp: {
    begin: 'Check only',
    end: 'End check only',
    title: 'Check only',
    what: 'Tickets are only looked up. Nobody is let in.',
    ends: 'It ends by itself after a minute without a scan.',
    basis: (time: string) => `Only looked up, ${time}`,
  },

  numbers: {
    title: 'Numbers',
    hours: 'How far back',
    lastHours: (count: number) => (count === 1 ? 'Last hour' : `Last ${count} hours`),
    loading: 'Counting',
    figures: 'At this door',
    admitted: 'Admitted',
    refused: 'Turned away',
    duplicates: 'Already scanned',
    undecided: 'Undecided',
    lookedUp: 'Only looked up',

    reasons: 'Turned away, by reason',
    nobodyRefused: 'Nobody was turned away.',
    other: 'Other',
    unknownCode: (code: number) => `Another error of the platform (${code})`,

    performances: 'Performances',
    performance: 'Performance',
    start: 'Start',
    admittedHere: 'Admitted here',
    notLetInHere: 'Not let in here',
    allDoors: 'Scanned of sold, all doors',
    scannedOfSold: (scanned: string, sold: string) => `${scanned} of ${sold}`,
    soldUnknown: 'not known',
    unnamed: (id: number) => `Performance ${id}`,
    noPerformance: 'Tickets that are not in the copy',
    nothingOn: 'Nothing is on in these hours, and nothing was scanned.',
    asOf: (when: string) =>
      `Other doors’ scans are those of the copy of ${when}; newer ones come with the next copy.`,
    noCopy: 'How many were sold is known once this kiosk has a copy of the tickets.',

    quarters: 'By quarter of an hour',
    nothingScanned: 'Nothing was scanned in these hours.',
    mostAdmitted: (most: string, when: string) => `Most: ${most}, from ${when}`,
    notLetIn: 'Not let in',
    quarter: 'From',
  },

  turnout: {
    title: 'Scanned of sold, all doors',
    scannedOfSold: (scanned: string, sold: string) => `${scanned} of ${sold} are in`,
  },
};
