/** What the kiosk runs in: its own window on the whole screen, an ordinary one, or a browser. */
export interface AppWindowState {
  /** Whether the kiosk can be closed from its own screen: everywhere but in a browser. */
  readonly canClose: boolean;
  /** Whether it fills the screen and keeps it. */
  readonly isFullScreen: boolean;
  /** Grows by one each time that somebody wanted to close the kiosk while it was locked. */
  readonly closesRefused: number;
  readonly autostart: Autostart;
}

/** Whether the system can be told to start the kiosk by itself. */
export type Autostart =
  | 'possible'
  /** It was not installed as a package, so that there is nothing to start. */
  | 'not-packaged'
  /** The system did not take it. */
  | 'failed';

/** Of a kiosk in a browser: whoever opened it closes it. */
export const NO_APP_WINDOW: AppWindowState = {
  canClose: false,
  isFullScreen: false,
  closesRefused: 0,
  autostart: 'not-packaged',
};
