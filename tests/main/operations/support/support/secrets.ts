/** What must not leave a kiosk, and what it is. */
export interface Secret {
  readonly what: string;
  readonly text: string;
}

/** Found where it must not be. */
export interface Leak {
  readonly file: string;
  readonly what: string;
  readonly form: string;
}

/** Shorter than this it may stand anywhere by chance: then it counts as a word of its own. */
const TELLING = 6;

/** Everything that a secret may be written as. */
export function formsOf(text: string): Record<string, string> {
  const bytes = Buffer.from(text, 'utf8');
  const forms = {
    plain: text,
    lower: text.toLowerCase(),
    'in capitals': text.toUpperCase(),
    json: JSON.stringify(text).slice(1, -1),
    ascii: text.replace(/[^ -~]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`),
    percent: encodeURIComponent(text),
    hex: bytes.toString('hex'),
    'hex in capitals': bytes.toString('hex').toUpperCase(),
    ...base64Forms(bytes),
  };
  const longEnough = Object.entries(forms).filter(([, form]) => form.length >= TELLING);
  return Object.fromEntries(longEnough);
}

/** What stands in base64 whatever comes before and after it: three ways to fall on its groups. */
function base64Forms(bytes: Buffer): Record<string, string> {
  if (bytes.length < TELLING) return {};
  const forms = [0, 1, 2].map((before) => {
    const encoded = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64');
    const whole = Math.floor((before + bytes.length) / 3) * 4;
    return encoded.slice(before === 0 ? 0 : 4, whole);
  });
  return Object.fromEntries(forms.map((form, at) => [`base64, ${at} further`, form]));
}

/** Each place in these files, by name, in which a secret stands in any form. */
export function leaks(
  files: Readonly<Record<string, string>>,
  secrets: readonly Secret[],
): readonly Leak[] {
  const texts = Object.entries(files).flatMap(([name, content]) => [
    [name, content] as const,
    // A name may be one, too.
    [name, name] as const,
  ]);
  return secrets.flatMap(({ what, text }) =>
    Object.entries(formsOf(text)).flatMap(([form, needle]) =>
      texts
        .filter(([, content]) => content.includes(needle))
        .map(([file]) => ({ file, what, form })),
    ),
  );
}
