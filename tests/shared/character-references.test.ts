import { plainText, readReferences } from '#shared/character-references.ts';
import { expect, test } from 'vitest';

test.each([
  ['Romeo &amp; Juliet', 'Romeo & Juliet'],
  ['Caf&eacute; &Eacute;toile, M&uuml;ller &amp; S&ouml;hne', 'Café Étoile, Müller & Söhne'],
  ['&Oslash;resund, &oslash;l', 'Øresund, øl'],
  ['It&#39;s &#x201C;on&#x201D;', 'It’s “on”'.replace('’', "'")],
  ['&lt;b&gt;not markup&lt;/b&gt;', '<b>not markup</b>'],
  // Once only: who writes of references is left alone.
  ['write &amp;amp; for it', 'write &amp; for it'],
  ['Q&A, R&B, AT&T; rock &roll', 'Q&A, R&B, AT&T; rock &roll'],
  ['&nosuchthing; &#x110000; &#9999999;', '&nosuchthing; &#x110000; &#9999999;'],
  ['three &copy; 2026', 'three © 2026'],
  // What turns a line about, or is no character, is not smuggled in.
  ['a&#x202E;b&#0;c&#xD800;d', 'abcd'],
  ['', ''],
])('“%s” is read as “%s”', (text, expected) => {
  expect(plainText(text)).toBe(expected);
});

test('what stands for an unknown one is the reader’s choice', () => {
  expect(readReferences('a &what; b &amp c', () => '?')).toBe('a ? b & c');
});
