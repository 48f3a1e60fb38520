import type { DemoGuide } from '#shared/model/demo-guide.ts';
import { z } from 'zod';

const guideSchema: z.ZodType<DemoGuide> = z.object({
  users: z.array(
    z.object({
      username: z.string(),
      password: z.string(),
      role: z.enum([
        'scanner',
        'scanner-with-patrons',
        'no-permission',
        'password-expired',
        'other-client',
      ]),
    }),
  ),
  tickets: z.array(
    z.object({
      barcode: z.string(),
      kind: z.enum([
        'valid',
        'scanned',
        'voided',
        'refunded',
        'other-performance',
        'other-series',
        'other-client',
        'unknown',
      ]),
    }),
  ),
});

/** The message of the embedded box office once it listens: its address, and the guide for newcomers. */
export const listeningMessageSchema = z.object({
  type: z.literal('listening'),
  baseUrl: z.url({ protocol: /^http$/, hostname: /^127\.0\.0\.1$/ }),
  guide: guideSchema,
});
