import { createKioskApi } from '#shared/ipc/create-kiosk-api.ts';
import { contextBridge, ipcRenderer, type IpcRendererEvent } from 'electron';

/*
 * The whole of what the renderer gets from Electron. It runs in the sandbox: it may require nothing
 * but electron, and what it imports is bundled into it.
 */
contextBridge.exposeInMainWorld(
  'kiosk',
  createKioskApi({
    platform: 'electron',
    invoke: (channel, request) => ipcRenderer.invoke(channel, request),
    subscribe: (channel, listener) => {
      const heard = (_event: IpcRendererEvent, payload: unknown): void => listener(payload);
      ipcRenderer.on(channel, heard);
      return () => ipcRenderer.off(channel, heard);
    },
  }),
);
