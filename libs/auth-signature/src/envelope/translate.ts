import type { Language } from '@app/database';
import type { Reason } from '../errors/client-errors.js';
import { PARAMETER_REASONS } from '../errors/error-catalogue.js';

/** Returns a reason's message with its arguments filled in. */
export function reasonText({ key, args = [] }: Reason, language: Language): string {
  return PARAMETER_REASONS[key][language].replace(/\{(\d)\}/g, (_, position) =>
    String(args[Number(position)]),
  );
}
