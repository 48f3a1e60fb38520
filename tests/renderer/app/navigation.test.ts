import { expect, test } from 'vitest';
import { Navigation } from '#renderer/lib/kiosk/navigation.svelte.ts';

test('whoever looked something up goes back to where they were, and again to what they had looked up', () => {
  const where = new Navigation();
  where.open('history');
  where.open('settings');
  where.back();
  expect(where.view).toBe('history');
  where.back();
  expect(where.view).toBe('settings');
});

test('a view that is opened twice leads back to the one before', () => {
  const where = new Navigation();
  where.open('numbers');
  where.open('readiness');
  where.open('readiness');
  where.back();
  expect(where.view).toBe('numbers');
});

test('somebody is led to one setting, and the next time to where the settings begin', () => {
  const where = new Navigation();
  where.openSettings('theme');
  expect(where.settingAsked).toBe('theme');
  where.toDoor();
  where.openSettings(null);
  expect(where.settingAsked).toBeNull();
});

test('a guest comes: what is looked at beside the door gives way, what is done at it does not', () => {
  const where = new Navigation();
  where.open('history');
  where.giveWay();
  expect(where.view).toBe('door');
  where.open('choose');
  where.giveWay();
  expect(where.view).toBe('choose');
});
