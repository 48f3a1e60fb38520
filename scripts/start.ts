/**
 * `npm start`: runs the kiosk in Electron, or says why that is impossible here and serves the same
 * kiosk to a browser. Arguments after `--` go to the kiosk; `--in-browser` asks for the browser at once.
 */
import { resolve } from 'node:path';
import { electronArguments, kioskArguments } from './start/arguments.ts';
import { buildIfNeeded } from './start/build.ts';
import { diagnose, diedAtOnce, inWords, type Diagnosis } from './start/diagnosis.ts';
import { probeMachine } from './start/probes.ts';
import { failedStart, runChild } from './start/run-child.ts';

const IN_BROWSER = '--in-browser';

const root = resolve(import.meta.dirname, '..');
const typed = process.argv.slice(2);
const kiosk = kioskArguments(
  typed.filter((argument) => argument !== IN_BROWSER),
  process.env,
);

if (!buildIfNeeded(root)) process.exitCode = 1;
else if (typed.includes(IN_BROWSER)) process.exitCode = await serveToBrowser();
else process.exitCode = await startElectron(await diagnose(probeMachine(root)));

async function startElectron(diagnosis: Diagnosis): Promise<number> {
  if (diagnosis.type === 'unable') {
    console.error(inWords(diagnosis));
    console.error('The same kiosk is served to a browser instead.');
    return serveToBrowser();
  }
  const args = electronArguments(kiosk, process.platform, process.getuid?.());
  const end = await runChild(diagnosis.executable, args, root);
  const failure = failedStart(end);
  return failure === null ? (end.code ?? 1) : startElectron(diedAtOnce(failure));
}

async function serveToBrowser(): Promise<number> {
  const end = await runChild(process.execPath, ['out/main/browser.js', ...kiosk], root);
  return end.code ?? 1;
}
