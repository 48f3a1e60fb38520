import type { StateUpdate } from '#shared/model/kiosk-state.ts';
import { CALL_NAMES } from './calls.ts';
import { CALL_CHANNELS, STATE_CHANGED } from './channels.ts';
import type { KioskApi, KioskMethods, KioskPlatform } from './kiosk-api.ts';

/** What carries calls and events between the renderer and main. */
export interface KioskTransport {
  readonly platform: KioskPlatform;
  invoke(channel: string, request: unknown): Promise<unknown>;
  subscribe(channel: string, listener: (payload: unknown) => void): () => void;
}

/**
 * The kiosk's API over a transport: Electron's IPC, a WebSocket, or a fake in tests. It only names
 * channels; main parses every request, and the renderer trusts main's answers.
 */
export function createKioskApi(transport: KioskTransport): KioskApi {
  const calls = Object.fromEntries(
    CALL_NAMES.map((name) => [
      name,
      (request: unknown) => transport.invoke(CALL_CHANNELS[name], request),
    ]),
  ) as KioskMethods;
  return {
    ...calls,
    platform: transport.platform,
    onState: (listener) =>
      transport.subscribe(STATE_CHANGED, (update) => listener(update as StateUpdate)),
  };
}
