import type { KioskApi } from '#shared/ipc/kiosk-api.ts';

declare global {
  interface Window {
    readonly kiosk: KioskApi;
  }
}
