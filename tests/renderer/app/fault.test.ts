import { adviceOf } from '#renderer/lib/advice.ts';
import type { LedgerFaultCode } from '#shared/model/ledger-fault.ts';
import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { NOW, openDoor } from '#tests/renderer/support/builders.ts';
import { openKiosk, picture, root } from '#tests/renderer/support/open-kiosk.ts';
import { scan } from '#tests/renderer/support/keys.ts';

/** Each of them once; the compiler knows when one is missing. */
const LEDGER_FAULTS = {
  newer: true,
  older: true,
  'no-directory': true,
  'read-only': true,
  'disk-full': true,
  'in-use': true,
  'not-durable': true,
  'no-key': true,
  'other-key': true,
  damaged: true,
  unreadable: true,
} satisfies Record<LedgerFaultCode, true>;

test('a settings file that cannot be used: which, why, and what to do', async () => {
  const path = '/etc/usher/settings.json';
  const fault = { type: 'settings-file', path, detail: 'timeZone: Mars/Base is no zone' } as const;
  await openKiosk(openDoor({ fault }));
  expect(root('screen')).toBe('fault');
  for (const words of ['Out of order', path, fault.detail, /Correct the file or remove it/]) {
    await expect.element(page.getByText(words)).toBeVisible();
  }
  await picture('fault');
});

test('a policy that cannot be used: where it is kept, which, and who can correct it', async () => {
  const key = 'HKLM\\SOFTWARE\\Policies\\Usher';
  const fault = { type: 'policies', key, detail: 'verdictTime: wants a number' } as const;
  await openKiosk(openDoor({ fault }));
  expect(root('screen')).toBe('fault');
  for (const words of ['Out of order', key, fault.detail, /whoever manages this machine/]) {
    await expect.element(page.getByText(words)).toBeVisible();
  }
  await picture('fault-policies');
});

test('a demonstration that could not be started', async () => {
  await openKiosk(openDoor({ fault: { type: 'demo-failed' } }));
  await expect.element(page.getByText(/demonstration could not be started/)).toBeVisible();
});

describe('a kiosk that keeps failing', () => {
  const logs = '/var/log/usher';

  test('says so, and where its log is', async () => {
    await openKiosk(openDoor({ fault: { type: 'keeps-failing', logs, version: null } }));
    for (const words of [/failed several times in a row/, logs]) {
      await expect.element(page.getByText(words)).toBeVisible();
    }
    expect(page.getByText(/does not start/).elements()).toHaveLength(0);
  });

  test('names a version that does not start, since when, and the way back', async () => {
    const goBack = { version: '0.0.9', use: 'Usher Setup 0.0.9.exe' };
    const fault = { type: 'keeps-failing', logs, version: { since: NOW, goBack } } as const;
    await openKiosk(openDoor({ fault }));
    for (const words of [
      /Version .0\.1\.0. does not start/,
      'Thursday 20 November, 19:10',
      /To go back to version .0\.0\.9., close Usher and use/,
      goBack.use,
      /comes? from a newer one/,
      logs,
    ]) {
      await expect.element(page.getByText(words)).toBeVisible();
    }
    await picture('fault-version');
  });

  test('names no way back if none is known', async () => {
    const fault = { type: 'keeps-failing', logs, version: { since: NOW, goBack: null } } as const;
    await openKiosk(openDoor({ fault }));
    await expect.element(page.getByText(/does not start/)).toBeVisible();
    expect(page.getByText(/newer one/).elements()).toHaveLength(0);
  });
});

test('an address that nobody allows to be asked over plain http', async () => {
  const baseUrl = 'http://box.example';
  await openKiosk(openDoor({ fault: { type: 'plain-http', baseUrl } }));
  for (const words of [
    /The address given at the start is not encrypted/,
    baseUrl,
    /https address/,
  ]) {
    await expect.element(page.getByText(words)).toBeVisible();
  }
});

describe('scans cannot be recorded', () => {
  const path = '/var/lib/usher/ledger.db';
  const broken = (code: LedgerFaultCode, quarantined: string | null = null) =>
    openDoor({ fault: { type: 'ledger', code, path, quarantined } });

  test.each(Object.keys(LEDGER_FAULTS) as LedgerFaultCode[])(
    '%s: what happened, what to do, and that nobody is let in',
    async (code) => {
      await openKiosk(broken(code));
      expect(root('screen')).toBe('fault');
      const { what, advice } = adviceOf(`ledger_faults_${code}`);
      for (const words of [what, advice, path, /Nobody is let in meanwhile/]) {
        await expect.element(page.getByText(words)).toBeVisible();
      }
      await expect.element(page.getByRole('button', { name: 'Try again' })).toBeVisible();
    },
  );

  test('a path can be selected, to be copied', async () => {
    await openKiosk(broken('read-only'));
    expect(getComputedStyle(page.getByText(path).element()).userSelect).toBe('text');
  });

  test('trying again that does not help says when it was', async () => {
    const { main } = await openKiosk(broken('disk-full'));
    await page.getByRole('button', { name: 'Try again' }).click();
    expect(main.requests('mendLedger')).toEqual([null]);
    await expect.element(page.getByText('Tried at 19:10:00: it is still so.')).toBeVisible();
    main.emit(openDoor());
    await expect.poll(() => root('screen')).toBe('ready');
  });

  test('a damaged file was kept: the kiosk goes on with a new one', async () => {
    const quarantined = '/var/lib/usher/ledger.damaged.db';
    const { main } = await openKiosk(broken('damaged', quarantined));
    for (const words of [/give it to your technician/, /may not have been uploaded/, quarantined]) {
      await expect.element(page.getByText(words)).toBeVisible();
    }
    await page.getByRole('button', { name: 'Go on with a new file' }).click();
    expect(main.requests('mendLedger')).toEqual([null]);
  });

  test('an older file was kept: the kiosk goes on with a new one', async () => {
    const quarantined = '/var/lib/usher/ledger.db.older-1';
    const { main } = await openKiosk(broken('older', quarantined));
    for (const words of [
      /comes from an older version/,
      /may not have been uploaded/,
      quarantined,
    ]) {
      await expect.element(page.getByText(words)).toBeVisible();
    }
    await page.getByRole('button', { name: 'Go on with a new file' }).click();
    expect(main.requests('mendLedger')).toEqual([null]);
  });

  test('a scan presses nothing; whether it is taken is not for the screen to say', async () => {
    const { main } = await openKiosk(broken('disk-full'));
    await scan('ABC123{Enter}');
    expect(main.requests('scan')).toEqual([{ code: 'ABC123', source: 'wedge' }]);
    expect(main.requests('mendLedger')).toEqual([]);
    expect(root('screen')).toBe('fault');
  });
});
