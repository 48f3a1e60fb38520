import { createDispatcher } from '#main/base/ipc/dispatcher.ts';
import type { HostedKiosk } from '#main/kiosk/kiosk.ts';
import type { Logger } from '#main/base/ports.ts';
import { CALL_CHANNELS, STATE_CHANGED } from '#shared/ipc/channels.ts';
import { ipcMain, type BrowserWindow, type IpcMainInvokeEvent } from 'electron';

export interface IpcParts {
  readonly kiosk: Pick<HostedKiosk, 'handlers' | 'mayCall' | 'onState'>;
  readonly window: BrowserWindow;
  /** The origin of the kiosk's page. */
  readonly origin: string;
  readonly logger: Logger;
}

/** Connects the kiosk with its page: calls come in on their channels, each new state goes out. */
export function bindIpc({ kiosk, window, origin, logger }: IpcParts): void {
  const { webContents } = window;
  const dispatch = createDispatcher<IpcMainInvokeEvent>(kiosk, {
    accepts: ({ senderFrame }) =>
      senderFrame !== null &&
      senderFrame === webContents.mainFrame &&
      senderFrame.origin === origin,
    mayCall: kiosk.mayCall,
    logger,
  });
  for (const channel of Object.values(CALL_CHANNELS)) {
    ipcMain.handle(channel, (event, payload: unknown) => dispatch(channel, event, payload));
  }
  const stopStates = kiosk.onState((state) => {
    if (!webContents.isCrashed()) webContents.send(STATE_CHANGED, state);
  });
  window.once('closed', stopStates);
}
