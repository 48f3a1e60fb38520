import { m } from '#renderer/i18n/messages.ts';
import type { VenueTrouble } from '#shared/model/venue.ts';

/** Why this door does not reach the others, and what to do. */
export const TROUBLE: Readonly<Record<VenueTrouble, { fact: () => string; remedy: () => string }>> =
  {
    unreachable: { fact: m.venue_unreachable, remedy: m.venue_checkNetwork },
    'certificate-date': { fact: m.venue_certificateDate, remedy: m.venue_checkDate },
    'certificate-name': { fact: m.venue_certificateName, remedy: m.venue_checkName },
    certificate: { fact: m.venue_certificate, remedy: m.venue_checkAuthority },
    refused: { fact: m.venue_refused, remedy: m.venue_checkSettings },
    'no-rights': { fact: m.venue_noRights, remedy: m.venue_checkSettings },
    'cannot-host': { fact: m.venue_cannotHost, remedy: m.venue_checkHost },
  };
