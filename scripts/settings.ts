/**
 * `npm run settings`: writes what is generated from the table of settings: the schema of a settings file
 * (resources/settings.schema.json), the template of Windows policies, and the list in docs/settings.md.
 */
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { provisioningJsonSchema } from '#main/settings/provisioning.ts';
import { writeFigures } from '#tests/bench/page.ts';
import { settingsList } from './settings/list.ts';
import { policyTemplate, policyTexts } from './settings/policy-template.ts';

process.chdir(resolve(import.meta.dirname, '..'));

const SCHEMA = 'resources/settings.schema.json';
writeFileSync(SCHEMA, JSON.stringify(provisioningJsonSchema(), null, 2));
execFileSync('prettier', ['--write', '--log-level=warn', SCHEMA]);
writeFigures('docs/settings.md', 'settings', settingsList());
writeFileSync('resources/policies/Usher.admx', policyTemplate());
writeFileSync('resources/policies/en-US/Usher.adml', policyTexts());
