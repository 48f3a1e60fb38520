/** What is said of scanners on the screens around them: English. */
export const enScanners = {
  scanners: {
    title: 'Scanners',
    setUp: 'Set up scanners',
  },
};
