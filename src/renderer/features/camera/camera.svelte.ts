import {
  closeCamera,
  isFacingTheGuest,
  nameOf,
  openCamera,
  type CameraDevices,
} from '#renderer/lib/camera/camera-device.ts';
import type { Pictures } from '#renderer/lib/camera/pictures.ts';
import type { SeenCode } from '#renderer/lib/camera/seen.ts';
import { Sightings } from '#renderer/lib/camera/sightings.ts';
import { hasTorch, switchTorch } from '#renderer/lib/camera/torch.ts';
import { pause, type SteadyClock } from '#renderer/lib/steady-clock.ts';
import type { CameraFault, CameraReport } from '#shared/model/camera.ts';
import { readPictures, type OpenCamera } from './read-pictures.ts';

/** In milliseconds. */
const TIMINGS = {
  pace: 120,
  rest: 30,
  stalled: 5_000,
  /** From when on it is said that nobody has answered whether the page may have the camera. */
  answered: 15_000,
  /** When one that cannot be opened, or was lost, is tried again; twice as long each time, until one was read. */
  again: 2_000,
  longestAgain: 30_000,
} as const;

export interface CameraPorts {
  /** Undefined where the page may have no device at all. */
  readonly devices: CameraDevices | undefined;
  readonly createReader: () => OpenCamera['reader'] & { close(): void };
  readonly takePictures: (stream: MediaStream) => Pictures;
  readonly clock: SteadyClock;
  readonly onScan: (code: SeenCode) => void;
  /** Told how the camera is, whenever that has changed; null: it is not in use. */
  readonly onReport: (report: CameraReport | null) => void;
}

/** From when the camera is wanted until it is not any more. */
interface Use {
  readonly wanted: string | null;
  readonly isOver: () => boolean;
  /** How many pictures were read. */
  pictures: number;
  /** Lets go of what is open now. */
  close: () => void;
}

/** The camera that reads tickets: opened, read picture by picture, and opened again when it was lost. */
export class Camera {
  readonly #ports: CameraPorts;
  readonly #sightings = new Sightings();
  #stream = $state.raw<MediaStream | null>(null);
  #isSeveral = $state(false);
  #torch = $state<'none' | 'off' | 'on'>('none');
  #fault = $state.raw<CameraReport['state']['type']>('ready');
  #reported = '';

  constructor(ports: CameraPorts) {
    this.#ports = ports;
  }

  /** What it sees; null while it is not open. */
  get stream(): MediaStream | null {
    return this.#stream;
  }

  /** Whether what it sees is to be shown as in a mirror. */
  get isMirrored(): boolean {
    return this.#stream !== null && isFacingTheGuest(this.#stream);
  }

  /** Whether several codes are before it at once, of which one is read. */
  get isSeveral(): boolean {
    return this.#isSeveral;
  }

  /** Whether its pictures are too dark. */
  get isDark(): boolean {
    return this.#fault === 'dark';
  }

  /** The lamp beside it; `none`: there is none that could be switched. */
  get torch(): 'none' | 'off' | 'on' {
    return this.#torch;
  }

  async switchTorch(on: boolean): Promise<void> {
    const track = this.#stream?.getVideoTracks()[0];
    if (track !== undefined && (await switchTorch(track, on))) this.#torch = on ? 'on' : 'off';
  }

  /**
   * Begins to read. Returns how to stop.
   *
   * @param wanted the name of the camera; null: whichever the system gives first
   */
  start(wanted: string | null): () => void {
    let isOver = false;
    const use: Use = { wanted, isOver: () => isOver, pictures: 0, close: () => undefined };
    void this.#keepReading(use);
    return () => {
      isOver = true;
      use.close();
      this.#letGo();
      this.#report(null);
    };
  }

  async #keepReading(use: Use): Promise<void> {
    const { clock } = this.#ports;
    for (let again: number = TIMINGS.again; ; again = Math.min(2 * again, TIMINGS.longestAgain)) {
      const before = use.pictures;
      const fault = await this.#once(use).catch(failure);
      use.close();
      if (use.isOver()) return;
      this.#letGo();
      this.#report({ name: use.wanted ?? '', state: fault });
      if (use.pictures > before) again = TIMINGS.again;
      await pause(clock, again);
      if (use.isOver()) return;
    }
  }

  /** Opens the camera and reads until it is lost; what it has opened is left to the use to close. */
  async #once(use: Use): Promise<CameraFault> {
    const { devices, createReader, takePictures } = this.#ports;
    if (devices === undefined) return { type: 'no-permission' };
    const opened = await this.#ask(devices, use);
    if (!opened.ok) return opened.error;
    const stream = opened.value;
    // Whatever goes wrong from here on, the camera is let go of: its light must not stay on for nothing.
    const toClose = [() => closeCamera(stream)];
    use.close = () => {
      for (const close of toClose.splice(0).reverse()) close();
    };
    if (use.isOver()) return { type: 'gone' };
    this.#stream = stream;
    const track = stream.getVideoTracks()[0];
    this.#torch = track !== undefined && hasTorch(track) ? 'off' : 'none';
    const reader = createReader();
    toClose.push(() => reader.close());
    const pictures = takePictures(stream);
    toClose.push(() => pictures.close());
    return await this.#read({ stream, reader, pictures }, nameOf(stream), use);
  }

  /** Waits for whoever is asked, or for the device, for as long as it takes: a second question would help nobody. */
  async #ask(devices: CameraDevices, use: Use): ReturnType<typeof openCamera> {
    const cancel = this.#ports.clock.after(TIMINGS.answered, () => {
      if (use.isOver()) return;
      this.#report({ name: use.wanted ?? '', state: { type: 'failed', detail: 'NoAnswer' } });
    });
    return await openCamera(devices, use.wanted).finally(cancel);
  }

  #read(open: OpenCamera, name: string, use: Use): Promise<CameraFault> {
    const { clock, onScan } = this.#ports;
    return readPictures(open, {
      ...{ clock, timings: TIMINGS, sightings: this.#sightings, onScan },
      isOver: use.isOver,
      onRead: ({ isSeveral, fault }) => {
        // Only now is it known that it reads.
        use.pictures += 1;
        this.#isSeveral = isSeveral;
        this.#report({ name, state: { type: fault ?? 'ready' } });
      },
    });
  }

  #letGo(): void {
    this.#stream = null;
    this.#isSeveral = false;
    this.#torch = 'none';
    this.#fault = 'ready';
  }

  #report(report: CameraReport | null): void {
    if (report !== null) this.#fault = report.state.type;
    const text = JSON.stringify(report);
    if (text === this.#reported) return;
    this.#reported = text;
    this.#ports.onReport(report);
  }
}

/** An exception is as good as a camera that was lost: it is opened anew. */
function failure(error: unknown): CameraFault {
  return { type: 'failed', detail: error instanceof Error ? error.name : 'unknown' };
}
