import { ipcMain } from 'electron';
import ElectronStore, { type Options } from 'electron-store';

/** On which electron-store answers any page that asks where the kiosk keeps its data. */
const ITS_CHANNEL = 'electron-store-get-data';

/** electron-store, with nothing that answers a page beside the kiosk's own calls. */
export class Store<T extends Record<string, unknown>> extends ElectronStore<T> {
  constructor(options?: Options<T>) {
    super(options);
    ipcMain.removeAllListeners(ITS_CHANNEL);
  }
}
