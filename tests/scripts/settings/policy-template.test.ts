import { DOMParser, type Element } from '@xmldom/xmldom';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readPolicies } from '#main/settings/policies.ts';
import type { RegistryValue } from '#main/settings/registry-export.ts';
import { DEFAULT_SETTINGS, SETTINGS, SETUP } from '#shared/model/settings.ts';
import { policyTemplate, policyTexts } from '../../../scripts/settings/policy-template.ts';

const NAMES = [...Object.keys(SETTINGS), ...Object.keys(SETUP)];

function elements(xml: string, tag: string): readonly Element[] {
  const complaints: string[] = [];
  const note = (complaint: string) => void complaints.push(complaint);
  const parser = new DOMParser({ onError: (_level, message) => note(message) });
  const found = Array.from(parser.parseFromString(xml, 'text/xml').getElementsByTagName(tag));
  expect(complaints).toEqual([]);
  return found;
}

const attribute = (name: string) => (element: Element) => element.getAttribute(name) ?? '';

test('the published template is of these settings: npm run settings draws it', () => {
  expect(readFileSync('resources/policies/Usher.admx', 'utf8')).toBe(policyTemplate());
  expect(readFileSync('resources/policies/en-US/Usher.adml', 'utf8')).toBe(policyTexts());
});

test('each setting is one policy of the machine, below the key that the kiosk reads', () => {
  const policies = elements(policyTemplate(), 'policy');
  expect(policies.map(attribute('name'))).toEqual(NAMES);
  expect(new Set(policies.map(attribute('class')))).toEqual(new Set(['Machine']));
  expect(new Set(policies.map(attribute('key')))).toEqual(new Set(['SOFTWARE\\Policies\\Usher']));
});

test('each text and control that the template names is there, once', () => {
  const referred = (kind: string) =>
    new Set(
      [...policyTemplate().matchAll(new RegExp(`\\$\\(${kind}\\.(\\w+)\\)`, 'g'))].map(
        ([, id]) => id,
      ),
    );
  const strings = elements(policyTexts(), 'string').map(attribute('id'));
  const presentations = elements(policyTexts(), 'presentation').map(attribute('id'));
  expect(strings.toSorted()).toEqual([...referred('string')].toSorted());
  expect(presentations.toSorted()).toEqual([...referred('presentation')].toSorted());
  expect(policyTemplate()).not.toMatch(/\$\(\w+\.\w*[^\w.)]/);
});

/** What an editor of policies writes for each control. */
function entered(policy: Element): readonly RegistryValue[] {
  const child = (tag: string) => policy.getElementsByTagName(tag)[0];
  const decimal = child('decimal');
  if (child('enabledValue')) return [1, 0];
  if (decimal?.hasAttribute('minValue')) {
    return [Number(decimal.getAttribute('minValue')), Number(decimal.getAttribute('maxValue'))];
  }
  if (child('enum')) {
    return Array.from(policy.getElementsByTagName('string')).map((word) => word.textContent);
  }
  return [];
}

test('whatever can be chosen in its controls is a setting that the kiosk takes', () => {
  const choices = elements(policyTemplate(), 'policy').flatMap((policy) =>
    entered(policy).map((value) => [attribute('name')(policy), value] as const),
  );
  expect(choices.length).toBeGreaterThan(25);
  for (const [name, value] of choices) {
    expect(readPolicies(new Map([[name, value]])), `${name}: ${String(value)}`).toMatchObject({
      ok: true,
      value: { unknown: [] },
    });
  }
});

test('what each setting is by default can be entered', () => {
  for (const [name, value] of Object.entries(DEFAULT_SETTINGS)) {
    const given =
      typeof value === 'boolean' ? Number(value) : Array.isArray(value) ? value : String(value);
    const read = readPolicies(new Map([[name, given]]));
    expect(read, `${name}: ${String(given)}`).toMatchObject({
      ok: true,
      value: { managed: { [name]: value } },
    });
  }
});
