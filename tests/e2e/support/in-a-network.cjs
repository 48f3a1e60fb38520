/**
 * Loaded before the application (`-r`): as if the machine's only address were that of a network of the house, on
 * whichever machine and in whichever network the test runs. Nobody else can reach it.
 */
const { syncBuiltinESMExports } = require('node:module');
const os = require('node:os');

const address = { address: '127.0.0.1', netmask: '255.0.0.0', family: 'IPv4', internal: false };
os.networkInterfaces = () => ({ eth0: [{ ...address, mac: '00:00:00:00:00:00', cidr: null }] });
syncBuiltinESMExports();
