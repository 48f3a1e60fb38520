/** What the kiosk runs in: its own window on the whole screen, an ordinary one, or a browser. */
export interface AppWindowState {
  /** Whether the kiosk can be closed from its own screen: everywhere but in a browser. */
  readonly canClose: boolean;
  /** Whether it covers the screen permanently. */
  readonly isFullScreen: boolean;
  /** Incremented each time somebody tries to close the kiosk while it is locked. */
  readonly closesRefused: number;
  readonly autostart: Autostart;
  /** Whether guests see a side of their own: on a second display, or in a browser's second window. */
  readonly showsGuests: boolean;
}

/** Whether the system can start the kiosk automatically. */
export type Autostart =
  | 'possible'
  /** It is not installed as a package, so there is no program to start. */
  | 'not-packaged'
  /** The system refused. */
  | 'failed';

/** For a kiosk in a browser, which users close themselves. */
export const NO_APP_WINDOW: AppWindowState = {
  canClose: false,
  isFullScreen: false,
  closesRefused: 0,
  autostart: 'not-packaged',
  showsGuests: false,
};
