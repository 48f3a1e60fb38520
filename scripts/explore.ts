import { tmpdir } from 'node:os';
import { parseArgs } from 'node:util';
import { CONFIGURATIONS } from '#tests/explorer/configurations.ts';
import { Exploration, replay, sayFinding } from '#tests/explorer/explore.ts';
import { readSteps } from '#tests/explorer/steps.ts';
import { World } from '#tests/explorer/world.ts';
import { quickFolder } from './test/quick-folder.ts';

const { values } = parseArgs({
  options: {
    depth: { type: 'string', default: '4' },
    only: { type: 'string' },
    minutes: { type: 'string', default: '5' },
    show: { type: 'string' },
    replay: { type: 'string' },
  },
});
const root = quickFolder() ?? tmpdir();
const only = values.only?.split(',') ?? CONFIGURATIONS.map(({ name }) => name);
const chosen = CONFIGURATIONS.filter(({ name }) => only.includes(name));
if (values.replay !== undefined) {
  const [configuration] = chosen;
  if (configuration === undefined) throw new Error('no such configuration');
  const world = new World(configuration, root);
  for (const finding of await replay(world, readSteps(values.replay))) console.log(sayFinding(finding));
  world.close();
} else {
  const end = performance.now() + Number(values.minutes) * 60_000;
  for (const configuration of chosen) {
    const exploration = new Exploration(configuration, root);
    const begun = performance.now(); const cpu = process.cpuUsage();
    for (let d = 0; d < Number(values.depth); d += 1)
      if (!(await exploration.deepen(() => performance.now() > end))) break;
    const { traces, merged, depth, findings } = exploration.explored;
    const s = (performance.now() - begun) / 1000; const u = process.cpuUsage(cpu); const c = (u.user + u.system) / 1e6;
    const kinds = new Map<string, number>(); for (const f of findings) { const k = `${f.invariant}: ${f.what}`; kinds.set(k, (kinds.get(k) ?? 0) + 1); if (kinds.get(k)! <= Number(values.show ?? 1)) console.log(sayFinding(f)); else if (kinds.get(k)===2) console.log('more: '+k) }
    console.log(`${configuration.name}: ${traces} traces in ${s.toFixed(1)} s (${Math.round(traces / c)} per CPU s), ${merged} merged, depth ${depth}, ${findings.length} findings`);
    exploration.close();
  }
}
