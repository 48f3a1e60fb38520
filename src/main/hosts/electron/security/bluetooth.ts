import type { WebContents } from 'electron';

/** No Bluetooth device for the page. */
export function denyBluetooth(contents: WebContents): void {
  contents.on('select-bluetooth-device', (event, _devices, choose) => {
    event.preventDefault();
    choose('');
  });
}
