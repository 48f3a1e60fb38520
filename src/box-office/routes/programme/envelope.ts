import type { FutureEventsEnvelope } from '#shared/api/index.ts';

interface EnvelopeContent {
  readonly clientId: number;
  /** Undefined: unknown. */
  readonly client: { readonly name: string; readonly active: 0 | 1 } | undefined;
  readonly departmentId: number | null;
  readonly errors?: string[];
  readonly warnings?: string[];
}

/** What every answer carries (spec 2.1). Messages are plain strings: their shape is not shown. */
export function envelope(content: EnvelopeContent): FutureEventsEnvelope {
  const { clientId, client, departmentId, errors = [], warnings = [] } = content;
  return {
    serviceMessages: { errors, warnings, infoMessages: [], allMessages: [...errors, ...warnings] },
    departmentId,
    clientId,
    clientName: client?.name ?? '',
    clientActive: client?.active === 1,
    errors,
    warnings,
  };
}
