import { z } from 'zod';
import type { ApiError } from './api-error.ts';

/** An error of the platform, as passed between parts of the kiosk or stored. */
export const apiErrorSchema: z.ZodType<ApiError> = z.object({
  code: z.int(),
  key: z.string(),
  name: z.string(),
  forceLogout: z.boolean(),
  messageHtml: z.string().nullable(),
});
