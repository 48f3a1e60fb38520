/** Why a camera cannot be read. */
export type CameraFault =
  /** There is none, or not the one that is set; or it was unplugged. */
  | { readonly type: 'gone' }
  | { readonly type: 'no-permission' }
  /** Another program has it. */
  | { readonly type: 'in-use' }
  | { readonly type: 'failed'; /** An error's name. */ readonly detail: string };

/** How the camera is that reads tickets, as the page finds it. */
export type CameraState =
  | { readonly type: 'ready' }
  /** Its pictures are too dark to be read. */
  | { readonly type: 'dark' }
  /** A picture takes longer to be read than a guest waits. */
  | { readonly type: 'slow' }
  | CameraFault;

/** What the page tells of it. */
export interface CameraReport {
  /** As the system calls it; '' while it is not known. */
  readonly name: string;
  readonly state: CameraState;
}
