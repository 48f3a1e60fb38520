import '#renderer/styles/index.css';
import { wcagContrast } from 'culori';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';

const root = document.documentElement;

afterEach(() => {
  root.removeAttribute('data-theme');
  root.style.removeProperty('--accent');
});

/** The colour of a token as it is painted, `#rrggbb`. */
function painted(token: string): string {
  const brush = Object.assign(document.createElement('canvas'), { width: 1, height: 1 }).getContext(
    '2d',
    { willReadFrequently: true },
  );
  if (brush === null) throw new Error('nothing to paint on');
  brush.fillStyle = getComputedStyle(probe).getPropertyValue(token);
  brush.fillRect(0, 0, 1, 1);
  const [red = 0, green = 0, blue = 0] = brush.getImageData(0, 0, 1, 1).data;
  return `#${[red, green, blue].map((part) => part.toString(16).padStart(2, '0')).join('')}`;
}

/** Resolves tokens to colours. */
const probe = document.createElement('div');
beforeAll(() => document.body.append(probe));
afterAll(() => probe.remove());

/** A token's colour, resolved by a property that takes colours only. */
function colourOf(token: string): string {
  probe.style.color = `var(${token})`;
  probe.style.setProperty('--resolved', '');
  const { color } = getComputedStyle(probe);
  probe.style.setProperty('--resolved', color);
  return painted('--resolved');
}

const anyColour = fc
  .integer({ min: 0, max: 0xffffff })
  .map((value) => `#${value.toString(16).padStart(6, '0')}`);

describe.each(['dark', 'light', 'high-contrast'])('in the %s theme', (theme) => {
  test.each(['--ground', '--surface'])(
    'whatever a venue’s colour is, it is seen on %s',
    (ground) => {
      root.setAttribute('data-theme', theme);
      const on = colourOf(ground);
      fc.assert(
        fc.property(anyColour, (accent) => {
          root.style.setProperty('--accent', accent);
          expect(wcagContrast(colourOf('--accent-mark'), on), accent).toBeGreaterThanOrEqual(3);
        }),
        {
          numRuns: 500,
          examples: [['#000000'], ['#ffffff'], ['#0000ff'], ['#ffff00'], ['#ff00ff']],
        },
      );
    },
  );

  test('a colour that can be seen is left as it is', () => {
    root.setAttribute('data-theme', theme);
    const accent = theme === 'light' ? '#0b3d91' : '#ffd100';
    root.style.setProperty('--accent', accent);
    expect(colourOf('--accent-mark')).toBe(accent);
  });
});
