import type { Clock } from '#main/base/ports.ts';
import type { CameraReport, CameraState } from '#shared/model/camera.ts';
import type { ScannerHealth, ScannerState } from '#shared/model/scanner.ts';

/** The id of the camera's health: one camera reads tickets at a time. */
export const CAMERA = 'camera';

/** The camera that reads tickets. The page opens it and reads its pictures; this keeps its health. */
export class CameraHealth {
  readonly #clock: Clock;
  #report: CameraReport | null = null;
  #lastReadAt: number | null = null;
  #codes = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** As the system calls it; '' if that is not known. */
  get name(): string {
    return this.#report?.name ?? '';
  }

  /** Called with how the page finds it; null: it is not in use. */
  note(report: CameraReport | null): void {
    this.#report = report;
  }

  noteRead(): void {
    this.#codes += 1;
    this.#lastReadAt = this.#clock.now();
  }

  /** Empty while it is not in use. */
  health(): readonly ScannerHealth[] {
    if (this.#report === null) return [];
    const { name, state } = this.#report;
    return [
      {
        ...{ id: CAMERA, name, channel: 'camera', state: scannerState(state) },
        ...{ lastReadAt: this.#lastReadAt, codes: this.#codes, garbled: 0 },
      },
    ];
  }
}

function scannerState(state: CameraState): ScannerState {
  // No rule of udev's keeps a camera from anybody.
  return state.type === 'no-permission' ? { ...state, vendor: null } : state;
}
