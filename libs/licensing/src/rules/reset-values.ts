import type { HolderKindName } from '@app/database';

/**
 * Returns the new values of a holder that becomes unused again. The holder may be resold, so the previous owner's
 * unbind password must no longer work. The numbers of unbinds and of consumed uses are kept.
 */
export function resetValues(kind: HolderKindName) {
  return {
    status: 'unused',
    activatedAt: null,
    expiresAt: null,
    ...(kind === 'card' && { unbindPasswordHash: null }),
  } as const;
}
