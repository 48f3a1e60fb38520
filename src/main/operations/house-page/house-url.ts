import { isIPv6 } from 'node:net';
import type { NoHouseLink } from '#shared/model/house-page.ts';
import type { MetricsState } from '#shared/model/metrics.ts';
import { err, ok, type Result } from '#shared/result.ts';
import { HOUSE_PATH } from './served-page.ts';

/** The addresses that stand for all that a machine has. */
const ALL: readonly string[] = ['0.0.0.0', '::'];

/** Where the page is served, as the settings and the system say. */
export interface Served {
  readonly metrics: MetricsState;
  /** The address that the settings name. */
  readonly address: string;
  /** The addresses at which others can reach this machine; the best first. */
  readonly addresses: readonly string[];
}

/** Returns the address of the page for a phone in the house's network, up to its token; else why it has none. */
export function houseUrl({ metrics, address, addresses }: Served): Result<string, NoHouseLink> {
  if (metrics.type === 'off') return err({ type: 'metrics-off' });
  if (metrics.type === 'failed') return err({ type: 'metrics-failed' });
  if (!metrics.isOpen) return err({ type: 'metrics-here-alone' });
  const host = ALL.includes(address) ? addresses[0] : address;
  if (host === undefined) return err({ type: 'no-address' });
  const { port } = new URL(metrics.url);
  const authority = isIPv6(host) ? `[${host}]` : host;
  return ok(`http://${authority}${port === '' ? '' : `:${port}`}${HOUSE_PATH}`);
}
