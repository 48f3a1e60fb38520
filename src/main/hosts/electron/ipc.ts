import { createDispatcher, type Dispatch } from '#main/base/ipc/dispatcher.ts';
import type { SideHandlers } from '#main/base/ipc/handlers.ts';
import type { HostedKiosk } from '#main/kiosk/kiosk.ts';
import type { Logger } from '#main/base/ports.ts';
import { CALL_CHANNELS, STATE_CHANGED } from '#shared/ipc/channels.ts';
import { ipcMain, type BrowserWindow, type IpcMainInvokeEvent, type WebContents } from 'electron';

/** What a page has of the kiosk: all of it, or what guests may have. */
export interface SideOfKiosk extends Pick<HostedKiosk, 'mayCall'> {
  readonly handlers: SideHandlers | null;
  onState(listener: (state: unknown, update: unknown) => void): () => void;
}

/** The way between the kiosk and its pages: calls come in on their channels, new slices of the state go out. */
export interface Ipc {
  /** Connects a window's page with what it may have, until the window is closed. */
  connect(window: BrowserWindow, side: SideOfKiosk): void;
}

/**
 * Opens the channels. Which page speaks, and so what it may ask for, main knows by the page itself, not by what it says.
 *
 * @param origin the origin of the kiosk's pages
 */
export function openIpc(origin: string, logger: Logger): Ipc {
  const pages = new Map<WebContents, Dispatch<IpcMainInvokeEvent>>();
  const toNobody = createDispatcher<IpcMainInvokeEvent>(
    { handlers: null },
    { accepts: () => false, mayCall: () => false, logger },
  );
  for (const channel of Object.values(CALL_CHANNELS)) {
    ipcMain.handle(channel, (event, payload: unknown) =>
      (pages.get(event.sender) ?? toNobody)(channel, event, payload),
    );
  }

  return {
    connect(window, side) {
      const { webContents } = window;
      const dispatch = createDispatcher<IpcMainInvokeEvent>(side, {
        accepts: ({ senderFrame }) =>
          senderFrame !== null &&
          senderFrame === webContents.mainFrame &&
          senderFrame.origin === origin,
        mayCall: side.mayCall,
        logger,
      });
      pages.set(webContents, dispatch);
      const stopStates = side.onState((_state, update) => {
        if (!webContents.isCrashed()) webContents.send(STATE_CHANGED, update);
      });
      window.once('closed', () => {
        stopStates();
        pages.delete(webContents);
      });
    },
  };
}
