import type { Clock } from '#main/base/ports.ts';
import { hostBroker, type HostedBroker } from './hosted-broker.ts';

/** How long after a failure to listen it is tried again, in milliseconds. */
const AGAIN_AFTER = 5_000;

export interface HostingPorts {
  readonly address: string;
  readonly port: number;
  readonly user: string | null;
  readonly password: string | null;
  readonly clock: Pick<Clock, 'after'>;
  /** Called when it has changed since the first time whether it fails. */
  readonly onChange: () => void;
}

/** This kiosk as the broker for the others. */
export interface Hosting {
  /** It cannot listen now; it is tried again. */
  readonly isFailing: boolean;
  stop(): void;
}

/** Is the broker for the others, as soon as this machine's network lets it; resolves when it was tried once. */
export async function keepHosting(ports: HostingPorts): Promise<Hosting> {
  const { address, port, user, password, clock, onChange } = ports;
  let isFailing = false;
  let isTried = false;
  let isStopped = false;
  let broker: HostedBroker | null = null;
  let callOff: () => void = () => undefined;

  async function tryToHost(): Promise<void> {
    try {
      broker = await hostBroker({ address, port, user: user ?? '', password: password ?? '' });
      become(false);
      if (isStopped) void broker.close();
    } catch {
      become(true);
      if (!isStopped) callOff = clock.after(AGAIN_AFTER, () => void tryToHost());
    }
  }
  function become(failing: boolean): void {
    const isNews = isTried && isFailing !== failing;
    isTried = true;
    isFailing = failing;
    if (isNews) onChange();
  }
  await tryToHost();
  return {
    get isFailing() {
      return isFailing;
    },
    stop() {
      isStopped = true;
      callOff();
      void broker?.close();
    },
  };
}
