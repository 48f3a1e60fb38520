import type { Outcome } from './check.ts';
import type { Finding } from './suite.ts';

const MARKS: Record<Outcome['result'], string> = {
  pass: 'pass',
  breach: 'BREACH',
  skipped: 'skipped',
};

const SECTION_WIDTH = 14;
const REQUIREMENT_WIDTH = 92;
const RESULT_WIDTH = 8;

export const HEADING = row('Section', 'Requirement', 'Result', 'Evidence');

/** A line of the table. */
export function line({ section, requirement, result, evidence }: Finding): string {
  return row(section, requirement, MARKS[result], evidence);
}

export function summary(findings: readonly Finding[]): string {
  const count = (result: Outcome['result']) =>
    findings.filter((finding) => finding.result === result).length;
  const breaches = count('breach');
  const noun = breaches === 1 ? 'breach' : 'breaches';
  return `${count('pass')} passed, ${breaches} ${noun}, ${count('skipped')} skipped`;
}

function row(section: string, requirement: string, result: string, evidence: string): string {
  return (
    [
      section.padEnd(SECTION_WIDTH),
      requirement.padEnd(REQUIREMENT_WIDTH),
      result.padEnd(RESULT_WIDTH),
      evidence,
    ]
      .join(' ')
      // What comes from the platform must not reach the terminal as a command.
      .replaceAll(/\p{Cc}/gu, '?')
      .trimEnd()
  );
}
