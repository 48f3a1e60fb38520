import { ipcMain } from 'electron';
import ElectronStore, { type Options } from 'electron-store';

/** The IPC channel on which electron-store would tell any page where the kiosk keeps its data. */
const ITS_CHANNEL = 'electron-store-get-data';

/** electron-store without its IPC handler, so that pages have the kiosk's own calls alone. */
export class Store<T extends Record<string, unknown>> extends ElectronStore<T> {
  constructor(options?: Options<T>) {
    super(options);
    ipcMain.removeAllListeners(ITS_CHANNEL);
  }
}
