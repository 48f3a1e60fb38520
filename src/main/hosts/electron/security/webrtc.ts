import type { WebContents } from 'electron';

/**
 * WebRTC is no part of any content security policy. Without UDP past a proxy it is left with the
 * proxy, and the page's leads nowhere.
 */
export function denyWebRtc(contents: WebContents): void {
  contents.setWebRTCIPHandlingPolicy('disable_non_proxied_udp');
}
