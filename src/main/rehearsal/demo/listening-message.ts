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

/** What the embedded box office says once it can be asked: where, and what there is to try. */
export const listeningMessageSchema = z.object({
  type: z.literal('listening'),
  baseUrl: z.url({ protocol: /^http$/, hostname: /^127\.0\.0\.1$/ }),
  guide: guideSchema,
});
