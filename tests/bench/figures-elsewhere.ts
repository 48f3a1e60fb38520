import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { UNITS, type Figure } from './figures.ts';
import { inFolder } from './in-folder.ts';

/** Names the file in which a process that was started for its figures is to leave them. */
const FILE = 'USHER_BENCH_FIGURES';

const figuresSchema: z.ZodType<Figure[]> = z
  .array(
    z.strictObject({
      what: z.string(),
      size: z.number(),
      ours: z.number(),
      bare: z.number().nullable(),
      unit: z.enum(UNITS),
      toReach: z
        .union([z.strictObject({ ratio: z.number() }), z.strictObject({ most: z.number() })])
        .nullable(),
    }),
  )
  .min(1);

/** Leaves figures for whoever started this process, if it was for them. */
export function leaveFigures(figures: readonly Figure[]): void {
  const file = process.env[FILE];
  if (file !== undefined) writeFileSync(file, JSON.stringify(figures));
}

/** The figures that a command leaves with {@link leaveFigures}. */
export function figuresLeftBy(
  program: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv = {},
): Promise<Figure[]> {
  return inFolder((folder) => {
    const file = join(folder, 'figures.json');
    const { status } = spawnSync(program, args, {
      // What people read has its place beside the table, which alone goes to the output.
      stdio: ['ignore', process.stderr, process.stderr],
      env: { ...process.env, ...env, [FILE]: file },
    });
    if (status !== 0) throw new Error(`${program} ended with ${status}`);
    return figuresSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
  });
}

/** The figures that a command says in the last line of its output, as JSON. */
export function figuresSaidBy(
  program: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv = {},
): Figure[] {
  const output = execFileSync(program, args, {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...env },
  });
  return figuresSchema.parse(JSON.parse(output.trimEnd().split('\n').at(-1) ?? ''));
}
