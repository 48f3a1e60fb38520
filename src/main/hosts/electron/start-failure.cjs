/*
 * Says on the screen that this version does not start, where its page cannot. Loaded by Electron's entry, and
 * needs nothing that is built.
 */
const LANGUAGES = ['en', 'de', 'fr', 'es', 'it', 'nl', 'pl', 'pt', 'ar'];
/** After this the dialog closes: a kiosk that nobody attends has to start again. In milliseconds. */
const LONGEST_DIALOG = 60_000;

function wordsOf({ version, since, goBack }, locale) {
  const [wanted] = locale.split('-');
  const language = LANGUAGES.includes(wanted) ? wanted : 'en';
  const texts = require(`../../../renderer/i18n/messages/${language}/start-failure.json`);
  const when = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' });
  const detail = [`${texts.startFailure_since} ${when.format(since)}`];
  if (goBack !== null) {
    const how = texts.startFailure_goBack.replace('{version}', goBack.version);
    detail.push(`${how}\n${goBack.use}`, texts.startFailure_ledger);
  }
  return {
    message: texts.startFailure_what.replace('{version}', version),
    detail: detail.join('\n\n'),
  };
}

async function sayStartFailure({ app, BrowserWindow, dialog }, versionStarts) {
  await app.whenReady();
  const options = {
    ...{ type: 'error', title: 'Usher', buttons: ['OK'] },
    ...wordsOf(versionStarts, app.getLocale() || 'en'),
    signal: AbortSignal.timeout(LONGEST_DIALOG),
  };
  // Over the kiosk's window, which would cover it.
  const [window] = BrowserWindow.getAllWindows();
  await (window === undefined
    ? dialog.showMessageBox(options)
    : dialog.showMessageBox(window, options));
}

module.exports = { sayStartFailure };
