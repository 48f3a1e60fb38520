import { startXServer, type XServer } from './x-server.ts';

/** Whether tests open screens of their own, with keys that come from outside of the application. */
export const HAS_SCREEN = process.platform === 'linux';

/** A screen that nobody else uses, with a window manager, as `DISPLAY`; null where there is no X11. */
export async function openScreen(): Promise<XServer | null> {
  if (!HAS_SCREEN) return null;
  // Whoever runs the tests may ask it, without a cookie: nobody else's programs are on it.
  const screen = await startXServer('Xvfb', ['-screen', '0', '1280x800x24']);
  try {
    await screen.manage();
  } catch (error) {
    await screen.close();
    throw error;
  }
  return screen;
}
