import { onTestFinished } from 'vitest';
import type { Clock } from '#main/base/ports.ts';
import { openBadNetwork, type BadNetwork } from './bad-network.ts';

export {
  BAD_GATEWAY,
  inTurn,
  PORTAL,
  type BadNetwork as FaultProxy,
  type Fault,
  type Passing,
} from './bad-network.ts';

/** A bad network between a kiosk and `target`, ended with its test. It trickles, and tells the time, by `clock`. */
export async function openFaultProxy(target: string, clock: Clock): Promise<BadNetwork> {
  const network = await openBadNetwork(target, clock);
  onTestFinished(() => network.close());
  return network;
}
