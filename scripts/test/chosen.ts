import { parseArgs } from 'node:util';
import { STAGES, type Stage } from './stages.ts';

/** The stages that `--only=unit,e2e` names, all without it; ends the process if there is no such stage. */
export function chosenStages(args: readonly string[]): readonly Stage[] {
  const ids = [...new Set(STAGES.map(({ id }) => id))];
  const { values } = parseArgs({ args: [...args], options: { only: { type: 'string' } } });
  const only = values.only?.split(',') ?? ids;
  if (only.every((id) => ids.includes(id))) return STAGES.filter(({ id }) => only.includes(id));
  console.error(`--only= takes some of ${ids.join(', ')}, with commas between them`);
  process.exit(2);
}
