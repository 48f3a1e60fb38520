export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * What the kiosk is started with: what was typed after `--`, or a demonstration in a window where
 * nobody said which platform to use. A provisioning file may say it; if not, the kiosk asks.
 */
export function kioskArguments(typed: readonly string[], env: Environment): readonly string[] {
  const platformIsNamed =
    Boolean(env['USHER_BASE_URL'] || env['USHER_SETTINGS']) ||
    typed.some((argument) => /^--(demo|base-url|settings)(=|$)/.test(argument));
  return platformIsNamed ? typed : ['--demo', '--windowed', ...typed];
}

/**
 * Chromium's sandbox does not start for root on Linux, so root goes without; nobody else does.
 *
 * @param userId the numerical one; undefined where there is none
 */
export function electronArguments(
  kiosk: readonly string[],
  platform: NodeJS.Platform,
  userId: number | undefined,
): readonly string[] {
  const sandbox = platform === 'linux' && userId === 0 ? ['--no-sandbox'] : [];
  return [...sandbox, '.', ...kiosk];
}
