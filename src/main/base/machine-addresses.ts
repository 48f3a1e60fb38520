import { networkInterfaces } from 'node:os';

/** The IPv4 addresses of this machine at which others can reach it. */
export function machineAddresses(): readonly string[] {
  return Object.values(networkInterfaces())
    .flatMap((all) => all ?? [])
    .filter(({ family, internal }) => family === 'IPv4' && !internal)
    .map(({ address }) => address);
}
