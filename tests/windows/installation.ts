import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onWindows } from './kiosk.ts';

/** Runs a program or takes a step there; returns what there is of an installation then: see installation.cjs. */
export function after(...program: readonly string[]): unknown {
  const facts = join(mkdtempSync(join(tmpdir(), 'usher-installed-')), 'facts.json');
  onWindows('tests/windows/installation.cjs', facts, ...program);
  return JSON.parse(readFileSync(facts, 'utf8'));
}
