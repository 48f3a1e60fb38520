import { removeSwitches } from '#main/hosts/electron/security/switches.cjs';
import { expect, test } from 'vitest';

function commandLine(...given: string[]) {
  const left = new Set(given);
  return {
    left,
    hasSwitch: (name: string) => left.has(name),
    removeSwitch: (name: string) => void left.delete(name),
  };
}

test('switches that open the kiosk are taken away, and named', () => {
  const line = commandLine('remote-debugging-port', 'demo', 'disable-web-security');
  expect(removeSwitches(line)).toEqual(['disable-web-security', 'remote-debugging-port']);
  expect([...line.left]).toEqual(['demo']);
});

test('what the kiosk and its operators need stays', () => {
  const needed = ['user-data-dir', 'no-sandbox', 'disable-gpu', 'ozone-platform', 'proxy-server'];
  const line = commandLine(...needed);
  expect(removeSwitches(line)).toEqual([]);
  expect([...line.left]).toEqual(needed);
});
