/** A screen of its own for a command, with a window manager, so that full screen is full screen. */
const ON_A_SCREEN =
  process.platform === 'linux'
    ? ['xvfb-run', '-a', '-s', '-screen 0 1280x800x24', 'sh', '-c', 'openbox & exec "$@"', 'sh']
    : [];

/** What to run in a command's stead, so that its windows have a screen that nobody else uses. */
export function onAScreen(command: string, args: readonly string[]) {
  const [program = command, ...rest] = [...ON_A_SCREEN, command, ...args];
  return { program, args: rest };
}
