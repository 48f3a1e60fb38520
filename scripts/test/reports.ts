import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { z } from 'zod';

/** What became of one test. */
export interface Case {
  /** Its file and its name. */
  readonly where: string;
  readonly status: 'passed' | 'failed' | 'skipped';
  /** What it said, if it failed. */
  readonly why: string;
}

/** Reads a runner's JSON report; throws if it is none. */
export type ReadReport = (report: unknown) => readonly Case[];

const REPEATED_LINES = 24;

const vitestReport = z.object({
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      message: z.string(),
      assertionResults: z.array(
        z.object({
          fullName: z.string(),
          status: z.string(),
          failureMessages: z.array(z.string()),
        }),
      ),
    }),
  ),
});

/** What vitest's JSON report says; files are named from here. A file that never ran is a failed one. */
export const readVitest: ReadReport = (report) =>
  vitestReport.parse(report).testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = relative(process.cwd(), name);
    const cases = assertionResults.map((test) =>
      caseOf(`${file} › ${test.fullName}`, vitestStatus(test.status), test.failureMessages),
    );
    const isTold = status !== 'failed' || cases.some((each) => each.status === 'failed');
    return isTold ? cases : [...cases, caseOf(file, 'failed', [message])];
  });

function vitestStatus(status: string): Case['status'] {
  return status === 'passed' || status === 'failed' ? status : 'skipped';
}

const complaint = z.object({ message: z.string().optional() });

const playwrightSuite = z.object({
  specs: z.array(
    z.object({
      title: z.string(),
      file: z.string(),
      line: z.int(),
      tests: z.array(
        z.object({
          status: z.string(),
          results: z.array(z.object({ errors: z.array(complaint) })),
        }),
      ),
    }),
  ),
  get suites() {
    return z.array(playwrightSuite).optional();
  },
});

const playwrightReport = z.object({
  errors: z.array(complaint),
  suites: z.array(playwrightSuite),
});

/** What Playwright's JSON report says, of tests and of what failed outside of them. */
export const readPlaywright: ReadReport = (report) => {
  const { errors, suites } = playwrightReport.parse(report);
  const outside = errors.map(({ message }) => caseOf('end to end', 'failed', [message ?? '']));
  return [...outside, ...suites.flatMap(casesIn)];
};

function casesIn({ specs, suites = [] }: z.infer<typeof playwrightSuite>): readonly Case[] {
  const cases = specs.flatMap(({ file, line, title, tests }) =>
    tests.map(({ status, results }) => {
      const errors = results.flatMap((result) => result.errors);
      const why = errors.map(({ message }) => message ?? '');
      return caseOf(`${file}:${line} › ${title}`, playwrightStatus(status), why);
    }),
  );
  return [...cases, ...suites.flatMap(casesIn)];
}

/** A test that passes only now and then has failed. */
function playwrightStatus(status: string): Case['status'] {
  if (status === 'expected') return 'passed';
  return status === 'skipped' ? 'skipped' : 'failed';
}

function caseOf(where: string, status: Case['status'], messages: readonly string[]): Case {
  return { where, status, why: stripVTControlCharacters(messages.join('\n')) };
}

/** A failure as it is printed: where, and the first lines of why. */
export function toldOf({ where, why }: Case): string {
  const lines = why.split('\n');
  const repeated = lines.slice(0, REPEATED_LINES);
  if (lines.length > REPEATED_LINES) repeated.push('…');
  return [`✘ ${where}`, ...repeated.map((line) => `    ${line}`)].join('\n');
}
