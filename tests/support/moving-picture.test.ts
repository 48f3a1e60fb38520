import { join } from 'node:path';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { writeMovingPicture } from './moving-picture.ts';
import { temporaryFolder } from './temporary-folder.ts';

const plain = (background: string) =>
  sharp({ create: { width: 64, height: 40, channels: 3, background } })
    .png()
    .toBuffer();

test('pictures become one that moves, each for its time, over and over', async () => {
  const path = join(temporaryFolder(), 'new', 'scan.webp');
  const stills = [
    { png: await plain('#0e1116'), ms: 1_500 },
    { png: await plain('#3ddc84'), ms: 2_500 },
  ];
  await writeMovingPicture(path, stills, 32);
  const facts = await sharp(path, { animated: true }).metadata();
  expect(facts).toMatchObject({ format: 'webp', width: 32, pages: 2, loop: 0 });
  expect(facts.delay).toEqual([1_500, 2_500]);
  const second = await sharp(path, { page: 1 }).removeAlpha().raw().toBuffer();
  const [red = 0, green = 0, blue = 0] = second;
  expect(green, 'the second one is green').toBeGreaterThan(Math.max(red, blue) + 50);
});
