/**
 * `npm run house`: prints which rooms of src/main import which, and files that import each other in a circle.
 * `--write` updates the picture in docs/contributing/architecture.md.
 */
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { writeFigures } from '#tests/bench/page.ts';
import { arrowsOf } from './house/arrows.ts';
import { circlesOf } from './house/circles.ts';
import { readImports } from './house/imports.ts';
import { pictureOf } from './house/picture.ts';

process.chdir(resolve(import.meta.dirname, '..'));
const { values } = parseArgs({ options: { write: { type: 'boolean', default: false } } });

const imports = readImports('.');
const arrows = arrowsOf(imports);
for (const { from, to, imports: count } of arrows) console.log(`${from} -> ${to}: ${count}`);
console.log(`${arrows.length} arrows`);
for (const circle of circlesOf(imports)) console.log(`a circle: ${circle.join(' -> ')}`);
if (values.write) writeFigures('docs/contributing/architecture.md', 'house', pictureOf(arrows));
