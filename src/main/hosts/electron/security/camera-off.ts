import type { KioskState } from '#shared/model/kiosk-state.ts';

/**
 * Follows whether a camera reads tickets, and has the page loaded anew once it does not any more: what the page was
 * given while it was on, a stream or a worker that may run WebAssembly, is the page's for as long as it is there.
 *
 * @returns to be called with each state of the kiosk
 */
export function onCameraOff(loadAnew: () => void): (state: Pick<KioskState, 'settings'>) => void {
  let isOn = false;
  return ({ settings: { camera } }) => {
    const isOver = isOn && !camera;
    isOn = camera;
    if (isOver) loadAnew();
  };
}
