import type { HolderKindName } from '@app/database';

/**
 * The values of a holder that is unused again. It may be sold again: the unbind password of the earlier owner must not
 * open it to them. What was used of its limits stays used.
 */
export function unusedAgain(kind: HolderKindName) {
  return {
    status: 'unused',
    activatedAt: null,
    expiresAt: null,
    ...(kind === 'card' && { unbindPasswordHash: null }),
  } as const;
}
