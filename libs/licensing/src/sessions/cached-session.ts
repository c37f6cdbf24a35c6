import type { ClientApplication } from '@app/applications';
import type { Session } from '@app/database';
import type { SessionHolder, SessionKind } from '../holder-kind.js';
import { showExpiry } from '../rules/expiry-text.js';
import { type Counter, usesOf } from '../rules/uses.js';
import type { CachedSession } from './session-cache.js';

/**
 * Creates a copy of a session. Heartbeats are answered from this copy.
 * @param now epoch milliseconds
 */
export function toCachedSession(
  session: Session,
  holder: SessionHolder,
  kind: SessionKind,
  application: ClientApplication,
  now: number,
): CachedSession {
  const { id, tokenHash, applicationId, holderKind, holderId, deviceId, lastSeenAt } = session;
  return {
    id,
    tokenHash,
    applicationId,
    applicationRevision: application.revision,
    heartbeatTimeoutSec: application.heartbeatTimeoutSec,
    holderKind,
    holderId,
    holderName: String(holder[kind.nameProperty as keyof SessionHolder]),
    deviceId,
    expiresAt: holder.expiresAt,
    expiry: showExpiry(holder.expiresAt, application.timeZone),
    uses: holder.uses == null ? undefined : usesOf(holder as Counter, now, application.timeZone),
    lastSeenAt,
  };
}
