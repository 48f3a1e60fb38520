import type { Session } from 'electron';

/**
 * A proxy that does not exist: port 9 (discard) is reserved and nobody listens there, and with SOCKS the
 * proxy would resolve the names.
 */
const NOWHERE = 'socks5://127.0.0.1:9';

/**
 * The page has no network. Whatever its content security policy says, requests for anything but the
 * page are cancelled; what is no request (WebRTC has sockets of its own) is led to a proxy that does
 * not exist.
 *
 * @param home the page's address; electron-vite's server while the kiosk is being developed
 */
export async function cutNetwork(session: Session, home: string): Promise<void> {
  const { protocol, host } = new URL(home);
  const ours = protocol === 'app:' ? [protocol] : [protocol, 'ws:'];
  session.webRequest.onBeforeRequest(({ url }, answer) => {
    const asked = new URL(url);
    // Developer tools are a page, too; packaged, there are none.
    const isOurs = asked.host === host && ours.includes(asked.protocol);
    answer({ cancel: !isOurs && asked.protocol !== 'devtools:' });
  });
  await session.setProxy({
    mode: 'fixed_servers',
    proxyRules: NOWHERE,
    proxyBypassRules: `<-loopback>;${host}`,
  });
}
