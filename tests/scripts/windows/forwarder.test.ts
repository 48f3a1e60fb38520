import { expect, test } from 'vitest';
import { forwarder } from '../../../scripts/windows/forwarder.ts';

/** Where its one section begins, in memory and in the file. */
const [IN_MEMORY, IN_FILE] = [0x1000, 0x200];

test('a library for Windows offers one function, which is another library’s', () => {
  const file = forwarder({ library: 'one.dll', name: 'Ask', target: 'other.Answer' });
  const at = (address: number) => address - IN_MEMORY + IN_FILE;
  const word = (address: number) => file.readUInt32LE(at(address));
  const text = (address: number) =>
    file.toString('latin1', at(address), file.indexOf(0, at(address)));

  const header = file.readUInt32LE(0x3c);
  expect(file.toString('latin1', 0, 2) + file.toString('latin1', header, header + 4)).toBe(
    'MZPE\0\0',
  );
  expect(file.readUInt16LE(header + 4), 'for 64 bits').toBe(0x8664);
  const directory = file.readUInt32LE(header + 24 + 112);
  const size = file.readUInt32LE(header + 24 + 116);
  expect(text(word(directory + 12))).toBe('one.dll');
  expect([word(directory + 20), word(directory + 24)], 'functions, names').toEqual([1, 1]);
  expect(text(word(word(directory + 32)))).toBe('Ask');
  const target = word(word(directory + 28));
  expect(text(target)).toBe('other.Answer');
  expect(target, 'within the directory, or it is taken for code').toBeLessThan(directory + size);
  expect(file.length % IN_FILE).toBe(0);
});
