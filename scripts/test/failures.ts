import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { z } from 'zod';

/** A test that failed, for the end of a long output: where it is, and what it said. */
export interface Failure {
  readonly where: string;
  readonly why: string;
}

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

/** What failed according to vitest's JSON report; files are named from `root`. */
export function failuresOfVitest(report: unknown, root: string): readonly Failure[] {
  const { testResults } = vitestReport.parse(report);
  return testResults
    .filter(({ status }) => status === 'failed')
    .flatMap(({ name, message, assertionResults }) => {
      const file = relative(root, name);
      const failed = assertionResults
        .filter(({ status }) => status === 'failed')
        .map((test) => failure(`${file} › ${test.fullName}`, test.failureMessages));
      return failed.length > 0 ? failed : [failure(file, [message])];
    });
}

const complaint = z.object({ message: z.string().optional() });

const playwrightSuite = z.object({
  specs: z.array(
    z.object({
      title: z.string(),
      file: z.string(),
      line: z.int(),
      ok: z.boolean(),
      tests: z.array(z.object({ results: z.array(z.object({ errors: z.array(complaint) })) })),
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

/** What failed according to Playwright's JSON report, within tests and outside of them. */
export function failuresOfPlaywright(report: unknown): readonly Failure[] {
  const { errors, suites } = playwrightReport.parse(report);
  const outside = errors.map(({ message }) => failure('end to end', [message ?? '']));
  return [...outside, ...suites.flatMap(failuresIn)];
}

function failuresIn({ specs, suites = [] }: z.infer<typeof playwrightSuite>): readonly Failure[] {
  const failed = specs
    .filter(({ ok }) => !ok)
    .map(({ file, line, title, tests }) => {
      const errors = tests.flatMap(({ results }) => results.flatMap((result) => result.errors));
      return failure(
        `${file}:${line} › ${title}`,
        errors.map(({ message }) => message ?? ''),
      );
    });
  return [...failed, ...suites.flatMap(failuresIn)];
}

function failure(where: string, messages: readonly string[]): Failure {
  return { where, why: stripVTControlCharacters(messages.join('\n')) };
}

/** A failure as it is printed: where, and the first lines of why. */
export function toldOf({ where, why }: Failure): string {
  const lines = why.split('\n');
  const repeated = lines.slice(0, REPEATED_LINES);
  if (lines.length > REPEATED_LINES) repeated.push('…');
  return [`✘ ${where}`, ...repeated.map((line) => `    ${line}`)].join('\n');
}
