import type { UploadState } from '#shared/model/uploads.ts';

/** What the platform will not have of this kiosk's admissions: an operator has to see it. */
const NOT_ACCEPTED = ['refused', 'conflict', 'expired'] as const satisfies readonly UploadState[];

type NotAccepted = (typeof NOT_ACCEPTED)[number];

/** In the file's own words, in the order of its index, so that SQLite goes along that. */
export const IS_NOT_ACCEPTED = `state IN (${NOT_ACCEPTED.map((state) => `'${state}'`).join()})`;

/** How an upload ended, if it ended so. */
export function notAccepted(upload: { readonly state: UploadState } | null): NotAccepted | null {
  return upload !== null && isNotAccepted(upload.state) ? upload.state : null;
}

/** Whether an upload ended so. */
export function isNotAccepted(state: UploadState): state is NotAccepted {
  return NOT_ACCEPTED.some((one) => one === state);
}
