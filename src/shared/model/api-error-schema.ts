import { z } from 'zod';
import type { ApiError } from './api-error.ts';

/** An error of the platform, as one part of the kiosk has kept or told it for another. */
export const apiErrorSchema: z.ZodType<ApiError> = z.object({
  code: z.int(),
  key: z.string(),
  name: z.string(),
  forceLogout: z.boolean(),
  messageHtml: z.string().nullable(),
});
