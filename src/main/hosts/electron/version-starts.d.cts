/** How the starts of this version go, from one process to the next. */
export interface VersionStarts {
  readonly version: string;
  /** The version that ran here before, and the command or installer that brings it back; null: none is known. */
  readonly goBack: { readonly version: string; readonly use: string } | null;
  /** When this version first failed to start, in milliseconds since the epoch; now, if it has not failed. */
  readonly since: number;
  /** Whether the last three starts of this version have all failed. */
  readonly hasFailed: boolean;
  /** Writes this start down as a failure, until {@link ready} or {@link cancel}. */
  begin(): void;
  /** This start shows a screen. */
  ready(): void;
  /** Somebody has ended this start: it neither failed nor went well. */
  cancel(): void;
}

interface Parts {
  /** The file that keeps the count. */
  readonly path: string;
  readonly version: string;
  readonly now: () => number;
  /** Identifies the current run of the machine; null where the system does not tell. */
  readonly boot: string | null;
  /** The process. */
  readonly system: {
    readonly platform: string;
    readonly arch: string;
    readonly env: Readonly<Record<string, string | undefined>>;
    readonly execPath: string;
  };
  /** Called with an error of the disk: the next start may not know of this one. */
  readonly onError: (error: unknown) => void;
}

export declare function openVersionStarts(parts: Parts): VersionStarts;
