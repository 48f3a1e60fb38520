import { err, ok, type Result } from '#shared/result.ts';
import type { CameraFault } from '#shared/model/camera.ts';

/** What of a browser's devices a camera is opened by. */
export type CameraDevices = Pick<MediaDevices, 'getUserMedia' | 'enumerateDevices'>;

/**
 * As large as codes need to be read at an arm's length; larger takes longer to read. The square in the middle is
 * read, so it is the height that counts.
 */
const SIZE = { width: { ideal: 1920 }, height: { ideal: 1080 } } as const;

/**
 * Opens a camera, and nothing else: no microphone.
 *
 * @param wanted its name, as the system calls it; null: whichever the system gives first
 */
export async function openCamera(
  devices: CameraDevices,
  wanted: string | null,
): Promise<Result<MediaStream, CameraFault>> {
  const open = (which: MediaTrackConstraints = {}) =>
    devices.getUserMedia({ video: { ...SIZE, ...which }, audio: false });
  try {
    if (wanted === null) return ok(await open());
    // By its id at once, so that no other one lights up.
    const cameras = await camerasOf(devices);
    if (!areNamed(cameras)) {
      // Until one has been open, a browser does not tell what they are called.
      const first = await open();
      if (nameOf(first) === wanted.trim()) return ok(first);
      closeCamera(first);
    }
    const named = areNamed(cameras) ? cameras : await camerasOf(devices);
    const id = named.find(({ label }) => label.trim() === wanted.trim())?.deviceId;
    return id === undefined ? err({ type: 'gone' }) : ok(await open({ deviceId: { exact: id } }));
  } catch (error) {
    return err(faultOf(error instanceof Error ? error.name : 'unknown'));
  }
}

/** Whether the system tells what its cameras are called. */
function areNamed(cameras: readonly MediaDeviceInfo[]): boolean {
  return cameras.some(({ label }) => label !== '');
}

/** The cameras that the machine has. */
async function camerasOf(
  devices: Pick<CameraDevices, 'enumerateDevices'>,
): Promise<readonly MediaDeviceInfo[]> {
  return (await devices.enumerateDevices()).filter(({ kind }) => kind === 'videoinput');
}

/** What they are called; empty while the system does not tell. */
export async function cameraNames(
  devices: Pick<CameraDevices, 'enumerateDevices'>,
): Promise<readonly string[]> {
  const names = (await camerasOf(devices)).map(({ label }) => label.trim());
  return [...new Set(names)].filter((name) => name !== '');
}

/** Lets go of a camera: its light goes out. */
export function closeCamera(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop();
}

/** What a camera is called. */
export function nameOf(stream: MediaStream): string {
  return stream.getVideoTracks()[0]?.label.trim() ?? '';
}

/** Whether its picture is to be shown as in a mirror: it looks at whoever looks at the screen. */
export function isFacingTheGuest(stream: MediaStream): boolean {
  return stream.getVideoTracks()[0]?.getSettings().facingMode !== 'environment';
}

/** Why a camera cannot be opened, by the names that browsers give their errors. */
function faultOf(name: string): CameraFault {
  switch (name) {
    case 'NotFoundError':
    case 'OverconstrainedError':
      return { type: 'gone' };
    case 'NotAllowedError':
    case 'SecurityError':
      return { type: 'no-permission' };
    case 'NotReadableError':
    case 'AbortError':
      return { type: 'in-use' };
    default:
      return { type: 'failed', detail: name };
  }
}
