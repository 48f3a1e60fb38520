/** `npm run conformance`: holds a ticketing platform to the Public Ticketing API. */
import { readArguments, USAGE } from './cli-arguments.ts';
import type { Target } from './platform.ts';
import { HEADING, line, summary } from './report.ts';
import { runSuite, type Finding } from './suite.ts';

const EXIT = { breach: 1, usage: 2 } as const;

const command = readArguments(process.argv.slice(2));
if (!command.ok) {
  process.stderr.write(`${command.error}\n\n${USAGE}`);
  process.exitCode = EXIT.usage;
} else if (command.value === 'help') {
  process.stdout.write(USAGE);
} else {
  await run(command.value);
}

async function run(target: Target): Promise<void> {
  const findings: Finding[] = [];
  process.stdout.write(`${HEADING}\n`);
  for await (const finding of runSuite(target)) {
    findings.push(finding);
    process.stdout.write(`${line(finding)}\n`);
  }
  process.stdout.write(`\n${summary(findings)}\n`);
  if (findings.some(({ result }) => result === 'breach')) process.exitCode = EXIT.breach;
}
