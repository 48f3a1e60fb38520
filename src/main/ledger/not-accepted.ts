import type { UploadState } from '#shared/model/uploads.ts';

/** The states of uploads that the platform does not accept: an operator has to see them. */
const NOT_ACCEPTED = ['refused', 'conflict', 'expired'] as const satisfies readonly UploadState[];

type NotAccepted = (typeof NOT_ACCEPTED)[number];

/** The same states as stored in the file, in the words of the index, so that SQLite uses that. */
export const IS_NOT_ACCEPTED = `(${NOT_ACCEPTED.map((state) => `upload = '${state}'`).join(' OR ')})`;

/** Returns the state if an upload is not accepted. */
export function notAccepted(upload: { readonly state: UploadState } | null): NotAccepted | null {
  return upload !== null && isNotAccepted(upload.state) ? upload.state : null;
}

/** Whether an upload is not accepted. */
export function isNotAccepted(state: UploadState): state is NotAccepted {
  return NOT_ACCEPTED.some((one) => one === state);
}
