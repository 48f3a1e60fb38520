import {
  closeCamera,
  isFacingTheGuest,
  nameOf,
  openCamera,
  type CameraDevices,
} from '#renderer/lib/camera/camera-device.ts';
import { PictureQuality } from '#renderer/lib/camera/picture-quality.ts';
import type { Pictures } from '#renderer/lib/camera/pictures.ts';
import type { Seen, SeenCode } from '#renderer/lib/camera/seen.ts';
import { Sightings } from '#renderer/lib/camera/sightings.ts';
import { hasTorch, switchTorch } from '#renderer/lib/camera/torch.ts';
import type { CameraFault, CameraReport } from '#shared/model/camera.ts';
import type { Result } from '#shared/result.ts';

/** In milliseconds. */
export const CAMERA_TIMINGS = {
  /** From the beginning of one picture to that of the next: a guest notices no shorter time. */
  pace: 120,
  /** What is left to the page between two pictures, however long they take. */
  rest: 30,
  /** A camera that gives no picture for so long is opened anew. */
  stalled: 5_000,
  /** When one that cannot be opened, or was lost, is tried again. */
  again: 2_000,
} as const;

export type CameraTimings = { readonly [Name in keyof typeof CAMERA_TIMINGS]: number };

export interface CameraPorts {
  /** Undefined where the page may have no device at all. */
  readonly devices: CameraDevices | undefined;
  readonly createReader: () => {
    read(picture: ImageBitmap): Promise<Result<Seen, string>>;
    close(): void;
  };
  readonly takePictures: (stream: MediaStream) => Pictures;
  /** Milliseconds on a steady clock. */
  readonly steady: () => number;
  readonly pause: (milliseconds: number) => Promise<void>;
  readonly onScan: (code: SeenCode) => void;
  /** Told how the camera is, whenever that has changed; null: it is not in use. */
  readonly onReport: (report: CameraReport | null) => void;
  readonly timings?: CameraTimings;
}

/** The camera that reads tickets: opened, read picture by picture, and opened again when it was lost. */
export class Camera {
  readonly #ports: CameraPorts;
  readonly #timings: CameraTimings;
  #stream = $state.raw<MediaStream | null>(null);
  #isSeveral = $state(false);
  #torch = $state<'none' | 'off' | 'on'>('none');
  #fault = $state.raw<CameraReport['state']['type']>('ready');
  #reported = '';

  constructor(ports: CameraPorts) {
    this.#ports = ports;
    this.#timings = ports.timings ?? CAMERA_TIMINGS;
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
    void this.#run(wanted, () => isOver);
    return () => {
      isOver = true;
      this.#letGo();
      this.#report(null);
    };
  }

  async #run(wanted: string | null, isOver: () => boolean): Promise<void> {
    while (!isOver()) {
      const fault = await this.#once(wanted, isOver);
      if (isOver()) return;
      this.#letGo();
      this.#report({ name: wanted ?? '', state: fault });
      await this.#ports.pause(this.#timings.again);
    }
  }

  /** Opens the camera and reads until it is lost. */
  async #once(wanted: string | null, isOver: () => boolean): Promise<CameraFault> {
    const { devices } = this.#ports;
    if (devices === undefined) return { type: 'no-permission' };
    const opened = await openCamera(devices, wanted);
    if (!opened.ok) return opened.error;
    const stream = opened.value;
    if (isOver()) {
      closeCamera(stream);
      return { type: 'gone' };
    }
    this.#stream = stream;
    const track = stream.getVideoTracks()[0];
    this.#torch = track !== undefined && hasTorch(track) ? 'off' : 'none';
    const reader = this.#ports.createReader();
    const pictures = this.#ports.takePictures(stream);
    try {
      return await this.#read(stream, reader, pictures, isOver);
    } finally {
      pictures.close();
      reader.close();
      closeCamera(stream);
    }
  }

  async #read(
    stream: MediaStream,
    reader: ReturnType<CameraPorts['createReader']>,
    pictures: Pictures,
    isOver: () => boolean,
  ): Promise<CameraFault> {
    const { steady, pause, onScan } = this.#ports;
    const { pace, rest, stalled } = this.#timings;
    const sightings = new Sightings();
    const quality = new PictureQuality();
    let newest = steady();
    this.#report({ name: nameOf(stream), state: { type: 'ready' } });
    while (!isOver()) {
      if (!stream.active) return { type: 'gone' };
      const at = steady();
      const picture = await pictures.next();
      if (picture !== null) {
        newest = at;
        const seen = await reader.read(picture);
        if (isOver()) break;
        if (!seen.ok) return { type: 'failed', detail: seen.error };
        const { scan, isSeveral } = sightings.see(seen.value.codes, at);
        this.#isSeveral = isSeveral;
        if (scan !== null) onScan(scan);
        quality.note({ light: seen.value.light, took: steady() - at }, at);
        this.#report({ name: nameOf(stream), state: { type: quality.fault ?? 'ready' } });
      } else if (at - newest > stalled) {
        return { type: 'failed', detail: 'NoPicture' };
      }
      await pause(Math.max(pace - (steady() - at), rest));
    }
    return { type: 'gone' };
  }

  #letGo(): void {
    if (this.#stream !== null) closeCamera(this.#stream);
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
