import { asksForCamera, isAboutCamera } from '#main/hosts/electron/security/camera-permission.ts';
import { describe, expect, test } from 'vitest';

const PAGE = { isMainFrame: true, requestingUrl: 'app://kiosk/' };

describe('a request', () => {
  test('for a camera alone is for a camera', () => {
    expect(asksForCamera('media', { ...PAGE, mediaTypes: ['video'] })).toBe(true);
  });

  test.each<[string, string, object]>([
    ['a microphone', 'media', { ...PAGE, mediaTypes: ['audio'] }],
    ['a camera and a microphone', 'media', { ...PAGE, mediaTypes: ['video', 'audio'] }],
    ['the screen', 'display-capture', { ...PAGE, mediaTypes: ['video'] }],
    ['the screen, before Electron 45', 'media', { ...PAGE, mediaTypes: [] }],
    ['a camera for a frame', 'media', { isMainFrame: false, mediaTypes: ['video'] }],
    ['something else', 'geolocation', PAGE],
  ])('for %s is not', (_what, permission, details) => {
    expect(asksForCamera(permission, details)).toBe(false);
  });
});

test('a question is about a camera only if it says so', () => {
  expect(isAboutCamera('media', { ...PAGE, mediaType: 'video' })).toBe(true);
  for (const mediaType of ['audio', 'unknown', undefined]) {
    expect(isAboutCamera('media', { ...PAGE, mediaType })).toBe(false);
  }
  expect(isAboutCamera('media', { isMainFrame: false, mediaType: 'video' })).toBe(false);
  expect(isAboutCamera('notifications', { ...PAGE, mediaType: 'video' })).toBe(false);
});
