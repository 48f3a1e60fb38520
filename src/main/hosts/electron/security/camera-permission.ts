/** What of Electron's details tells which media a page asks for. */
interface MediaRequest {
  readonly isMainFrame: boolean;
  /** Missing where it is about something else; empty for the screen, in older versions of Electron. */
  readonly mediaTypes?: readonly string[] | undefined;
}

/** The same of a question whether it may have them. */
interface MediaCheck {
  readonly isMainFrame: boolean;
  readonly mediaType?: string | undefined;
}

/** Whether the page, and no frame in it, asks for a camera, and for nothing else: no microphone, no screen. */
export function asksForCamera(permission: string, details: object): boolean {
  const { isMainFrame, mediaTypes = [] } = details as MediaRequest;
  return permission === 'media' && isMainFrame && mediaTypes.join() === 'video';
}

/** Whether it is a question whether the page may have a camera. */
export function isAboutCamera(permission: string, details: object): boolean {
  const { isMainFrame, mediaType } = details as MediaCheck;
  return permission === 'media' && isMainFrame && mediaType === 'video';
}
