import type { SessionKindName } from '@app/database';
import type { Uses } from '../rules/uses.js';
import type { CachedSession } from './session-cache.js';

/**
 * A copy in Redis begins with the time of the last heartbeat, in this number of digits. `Fields` as JSON follow. The
 * number of digits is fixed, so that a heartbeat overwrites only the time.
 */
export const SEEN_DIGITS = 13;

type UsesFields = [left: number, total: number, resetsAt: number | null];

/**
 * Fields of a copy. During a rolling update, processes of the old and new server version may read each other's copies,
 * so a changed format requires different key names.
 */
type Fields = [
  /** The first field, where the scripts expect it. */
  id: number,
  applicationId: number,
  applicationRevision: number,
  heartbeatTimeoutSec: number,
  holderKind: SessionKindName,
  holderId: number,
  holderName: string,
  deviceId: string,
  expiresAt: number | null,
  expires: string,
  expiresTs: number,
  /** The last field, where a script replaces it; present only for a counted holder. */
  uses?: UsesFields,
];

/**
 * Serialises a session for Redis, without the token (the key contains it) and without the time of the last heartbeat.
 */
export function writeCopy(session: CachedSession): string {
  const fields: Fields = [
    session.id,
    session.applicationId,
    session.applicationRevision,
    session.heartbeatTimeoutSec,
    session.holderKind,
    session.holderId,
    session.holderName,
    session.deviceId,
    session.expiresAt,
    session.expiry.expires,
    session.expiry.expires_ts,
  ];
  if (session.uses) fields.push(usesFields(session.uses));
  return JSON.stringify(fields);
}

export function readCopy(tokenHash: string, copy: string): CachedSession {
  const [
    id,
    applicationId,
    applicationRevision,
    heartbeatTimeoutSec,
    holderKind,
    holderId,
    holderName,
    deviceId,
    expiresAt,
    expires,
    expires_ts,
    uses,
  ] = JSON.parse(copy.slice(SEEN_DIGITS)) as Fields;
  return {
    id,
    tokenHash,
    applicationId,
    applicationRevision,
    heartbeatTimeoutSec,
    holderKind,
    holderId,
    holderName,
    deviceId,
    expiresAt,
    expiry: { expires, expires_ts },
    uses: uses && { left: uses[0], total: uses[1], resetsAt: uses[2] },
    lastSeenAt: Number(copy.slice(0, SEEN_DIGITS)),
  };
}

/** Returns uses in the format that a session's copy has in Redis. */
export function writeUses(uses: Uses): string {
  return JSON.stringify(usesFields(uses));
}

function usesFields({ left, total, resetsAt }: Uses): UsesFields {
  return [left, total, resetsAt];
}
