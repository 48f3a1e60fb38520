/** The embedded box office's process, however it was started. */
export interface BoxOfficeProcess {
  /** Sends it a message; does nothing if it has ended. */
  post(message: StopMessage): void;
  onMessage(listener: (message: unknown) => void): void;
  /** Calls the listener once when it has ended, or could not be started. */
  onEnd(listener: () => void): void;
  kill(): void;
}

/** Asks the box office to close its service and end. */
export interface StopMessage {
  readonly type: 'stop';
}

/** Starts the box office; the host decides in what kind of process. */
export type ForkBoxOffice = () => BoxOfficeProcess;
