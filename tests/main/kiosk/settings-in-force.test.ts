import {
  changeSettings,
  setLanguage,
  timingsSetOn,
  useLogo,
} from '#main/kiosk/settings-in-force.ts';
import { DerivedSettings } from '#main/kiosk/derived-settings.ts';
import { demoSettings } from '#main/settings/demo-settings.ts';
import { provisioned, type Provisioning } from '#main/settings/provisioning.ts';
import { openSettingsFile, type SettingsFile } from '#main/settings/settings-file.ts';
import {
  DEFAULT_SETTINGS,
  LARGEST_LOGO,
  SETTING_NAMES,
  type SettingsChange,
} from '#shared/model/settings.ts';
import { err, ok } from '#shared/result.ts';
import Conf from 'conf';
import { describe, expect, test } from 'vitest';
import { RecordingLogger } from '#tests/support/recording-logger.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';

/** A kiosk's settings; `start` opens them anew on the same disk. */
function kiosk(managed: Provisioning = {}) {
  const directory = temporaryFolder();
  const logger = new RecordingLogger();
  const start = () =>
    provisioned(
      openSettingsFile(Conf, { directory, version: '0.1.0', logger }),
      '/etc/usher/settings.json',
      managed,
    );
  return { file: start(), start };
}

const derivedOf = (file: SettingsFile) => new DerivedSettings(file).slice;
const operatorSettings = (file: SettingsFile) => derivedOf(file).value;
const logoMark = (file: SettingsFile) => derivedOf(file).value.venueLogo;

/** Changes settings while no platform is in use. */
const set = (file: SettingsFile, change: SettingsChange) => changeSettings(file, change, null);

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGNgYGD4DwABBAEAX+XDSwAAAABJRU5ErkJggg==',
  'base64',
);
const asUrl = (content: Buffer, type = 'image/png') =>
  `data:${type};base64,${content.toString('base64')}`;

describe('what an operator sets', () => {
  test('is the default at first, and then what was set, also after a restart', () => {
    const { file, start } = kiosk();
    expect(operatorSettings(file)).toMatchObject(DEFAULT_SETTINGS);
    expect(set(file, { volume: 0.3, venueName: ' Harbour Theatre ' })).toEqual(ok(null));
    expect(operatorSettings(start())).toMatchObject({
      ...DEFAULT_SETTINGS,
      ...{ volume: 0.3, venueName: 'Harbour Theatre' },
    });
  });

  test('has all that the page of settings names, and nothing of what the kiosk keeps for itself', () => {
    const { file } = kiosk();
    const derived = ['managed', 'managedBy', 'venueLogo', 'zoneInUse'];
    expect(Object.keys(operatorSettings(file)).sort()).toEqual(
      [...SETTING_NAMES, ...derived].sort(),
    );
  });

  test.each([
    ['a name of nothing', { kioskName: '  ' }],
    ['a sound louder than all', { volume: 1.1 }],
    ['a colour by name', { accent: 'red' }],
    ['a zone on Mars', { timeZone: 'Mars/Olympus' }],
    ['a language that it does not speak', { language: 'tlh' }],
    ['a verdict that nobody can read', { verdictTime: 100 }],
    ['time as a text', { onlineBudget: '1000' }],
    ['a detail that no patron has', { patronDetails: ['shoe-size'] }],
  ])('is not %s: it stays as it was, and so does what came with it', (_what, wrong) => {
    const { file } = kiosk();
    const before = operatorSettings(file);
    const refused = err({ type: 'not-good', settings: Object.keys(wrong) });
    expect(set(file, { theme: 'light', ...wrong })).toEqual(refused);
    expect(operatorSettings(file)).toEqual(before);
  });

  test('is not what a file manages', () => {
    const { file } = kiosk({ volume: 0.1, theme: 'light' });
    const refused = err({ type: 'managed', settings: ['volume'] });
    expect(set(file, { volume: 1, accent: '#AABBCC' })).toEqual(refused);
    expect(operatorSettings(file)).toMatchObject({ volume: 0.1, accent: null });
    expect(set(file, { accent: '#AABBCC' })).toEqual(ok(null));
    expect(operatorSettings(file)).toMatchObject({ volume: 0.1, accent: '#aabbcc' });
  });

  test('is in force at once where the door keeps time by it', () => {
    const { file } = kiosk();
    const timings = timingsSetOn(file);
    expect(timings.verdictAtMost).toBe(8_000);
    set(file, { verdictTime: 3_000, onlineBudget: 700, repeatWindow: 4_000 });
    expect(timings).toMatchObject({ verdictAtMost: 3_000, onlineBudget: 700, repeatWindow: 4_000 });
  });
});

describe('the language', () => {
  test('can be changed by everybody among those that are offered, and to no other', () => {
    const { file, start } = kiosk();
    set(file, { languages: ['en', 'ar'] });
    expect(setLanguage(file, 'ar')).toEqual(ok(null));
    expect(operatorSettings(start()).language).toBe('ar');
    expect(setLanguage(file, 'de')).toEqual(err({ type: 'not-offered' }));
    expect(operatorSettings(file).language).toBe('ar');
  });

  test('stays what a file made it', () => {
    const { file } = kiosk({ language: 'pl' });
    expect(setLanguage(file, 'en')).toEqual(err({ type: 'managed' }));
    expect(operatorSettings(file).language).toBe('pl');
  });
});

describe('plain http', () => {
  const BOX = 'http://box.example:8080';

  test('is for a host by its name, and for nobody at first', () => {
    const { file, start } = kiosk();
    expect(operatorSettings(file).plainHttpHost).toBeNull();
    expect(set(file, { plainHttpHost: 'Box.example' })).toEqual(ok(null));
    expect(operatorSettings(start()).plainHttpHost).toBe('box.example');
    for (const wrong of ['http://box.example', 'box.example:8080', '*', ''])
      expect(set(file, { plainHttpHost: wrong })).toEqual(
        err({ type: 'not-good', settings: ['plainHttpHost'] }),
      );
  });

  test('cannot be forbidden while the kiosk works by it', () => {
    const { file } = kiosk();
    set(file, { plainHttpHost: 'box.example' });
    file.write({ server: BOX });
    for (const plainHttpHost of [null, 'other.example']) {
      const refused = err({ type: 'not-good', settings: ['plainHttpHost'] });
      expect(changeSettings(file, { plainHttpHost }, BOX)).toEqual(refused);
    }
    expect(changeSettings(file, { volume: 1 }, BOX)).toEqual(ok(null));
    expect(changeSettings(file, { plainHttpHost: null }, 'https://box.example')).toEqual(ok(null));
  });

  test('is not asked by a file that somebody has edited', () => {
    const { file } = kiosk({ plainHttpHost: 'other.example' });
    file.write({ server: BOX });
    expect(file.read().server).toBeNull();
  });
});

describe('the venue’s logo', () => {
  test('is a picture, by what is in it and not by what it is called', () => {
    const { file, start } = kiosk();
    expect(useLogo(file, asUrl(PNG, 'image/svg+xml'))).toEqual(ok(null));
    expect(start().read().venueLogo).toBe(asUrl(PNG));
  });

  test('is told from another without the picture', () => {
    const { file } = kiosk();
    expect(logoMark(file)).toBeNull();
    useLogo(file, asUrl(PNG));
    const mark = logoMark(file);
    expect(mark).toMatch(/^[\w-]{12}$/);
    useLogo(file, asUrl(Buffer.concat([PNG, PNG])));
    expect(logoMark(file)).not.toBe(mark);
    useLogo(file, null);
    expect(logoMark(file)).toBeNull();
  });

  test.each([
    [
      'a program',
      `data:image/svg+xml;base64,${Buffer.from('<svg onload="x"/>').toString('base64')}`,
    ],
    ['an address elsewhere', 'https://logos.example/logo.png'],
    ['a page', 'data:text/html;base64,AAAA'],
  ])('is never %s', (_what, url) => {
    const { file } = kiosk();
    expect(useLogo(file, url)).toEqual(err({ type: 'not-a-picture' }));
    expect(file.read().venueLogo).toBeNull();
  });

  test('may be large, but not larger than that', () => {
    const { file } = kiosk();
    const sized = (size: number) => asUrl(Buffer.concat([PNG, Buffer.alloc(size - PNG.length)]));
    expect(useLogo(file, sized(LARGEST_LOGO))).toEqual(ok(null));
    expect(useLogo(file, sized(LARGEST_LOGO + 1))).toEqual(err({ type: 'too-large' }));
  });

  test('stays what a file made it', () => {
    const { file } = kiosk({ venueLogo: asUrl(PNG) });
    expect(useLogo(file, null)).toEqual(err({ type: 'managed' }));
    expect(logoMark(file)).not.toBeNull();
  });
});

describe('what is told with every push', () => {
  test('is derived once, however often it is asked for, until something is written', () => {
    const { file } = kiosk({ volume: 0.5 });
    const demo = demoSettings(file);
    for (const each of [file, demo]) {
      const derived = derivedOf(each);
      const [settings, shown] = [each.read(), derived.value];
      expect(each.read()).toBe(settings);
      expect(derived.value).toBe(shown);
      each.write({ verdictTime: 4_000, lastSelection: null });
      expect(each.read()).not.toBe(settings);
      each.write({ verdictTime: 5_000 });
      expect(derived.value).toMatchObject({ volume: 0.5, verdictTime: 5_000 });
    }
    // Beneath it, as the other kiosk of a rehearsal does.
    const derived = derivedOf(demo);
    file.write({ verdictTime: 6_000 });
    expect(derived.value.verdictTime).toBe(6_000);
    demo.write({ server: 'https://tickets.example' });
    expect(demo.read().server).toBe('https://tickets.example');
  });

  test('is told of once a change, and no more when nobody follows', () => {
    const { file } = kiosk({ volume: 0.5 });
    const demo = demoSettings(file);
    const told: number[] = [];
    const derived = new DerivedSettings(demo);
    derived.slice.onChange(() => told.push(derived.slice.value.verdictTime));
    demo.write({ server: 'https://tickets.example', verdictTime: 4_000 });
    demo.write({ lastSelection: null });
    file.write({ verdictTime: 5_000 });
    expect(told).toEqual([4_000, 4_000, 5_000]);
    derived.stop();
    file.write({ verdictTime: 6_000 });
    demo.write({ server: null });
    expect(told).toHaveLength(3);
    expect(derived.slice.value.verdictTime).toBe(5_000);
  });

  test('looks at no logo that is still the same', () => {
    const { file } = kiosk();
    useLogo(file, asUrl(PNG));
    let looks = 0;
    const settings = {
      ...file.read(),
      get venueLogo() {
        looks += 1;
        return file.read().venueLogo;
      },
    };
    const derived = derivedOf({ ...file, read: () => settings });
    const mark = derived.value.venueLogo;
    const [once, again] = [looks, derived.value.venueLogo];
    expect([mark, again, looks]).toEqual([logoMark(file), mark, once]);
    useLogo(file, null);
    expect(logoMark(file)).toBeNull();
  });
});
