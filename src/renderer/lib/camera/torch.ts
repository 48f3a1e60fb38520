/** The lamp beside a camera, which the types of browsers do not know yet. */
interface WithTorch {
  readonly torch?: boolean;
}

/** Whether there is a lamp beside a camera that can be switched. */
export function hasTorch(track: MediaStreamTrack): boolean {
  return (track.getCapabilities() as WithTorch).torch === true;
}

/** Switches it. Resolves with whether it is as it was wanted. */
export async function switchTorch(track: MediaStreamTrack, on: boolean): Promise<boolean> {
  const wanted: MediaTrackConstraintSet & WithTorch = { torch: on };
  return await track.applyConstraints({ advanced: [wanted] }).then(
    () => true,
    () => false,
  );
}
