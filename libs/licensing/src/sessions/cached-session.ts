import type { ClientApplication } from '@app/applications';
import type { LicenceHolder, Session } from '@app/database';
import type { HolderKind } from '../holder-kind.js';
import { showExpiry } from '../rules/expiry-text.js';
import type { CachedSession } from './session-cache.js';

/** Creates the copy of a session that heartbeats are answered from. */
export function toCachedSession(
  session: Session,
  holder: LicenceHolder,
  kind: HolderKind,
  application: ClientApplication,
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
    holderName: String(holder[kind.nameProperty as keyof LicenceHolder]),
    deviceId,
    expiresAt: holder.expiresAt,
    expiry: showExpiry(holder.expiresAt, application.timeZone),
    lastSeenAt,
  };
}
