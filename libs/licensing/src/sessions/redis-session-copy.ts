import type { HolderKindName } from '@app/database';
import type { CachedSession } from './session-cache.js';

/**
 * Length of the last heartbeat's time, which comes first and has a fixed length so that a heartbeat can overwrite it
 * alone.
 */
export const SEEN_DIGITS = 13;

/** Processes of two versions may read each other's copies: a changed format requires other key names. */
type Fields = [
  /** First, since the scripts look for it there. */
  id: number,
  applicationId: number,
  applicationRevision: number,
  heartbeatTimeoutSec: number,
  holderKind: HolderKindName,
  holderId: number,
  holderName: string,
  deviceId: string,
  expiresAt: number | null,
  expires: string,
  expiresTs: number,
];

/** Serialises a session for Redis, without the time of its last heartbeat and the token, which is its key. */
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
    lastSeenAt: Number(copy.slice(0, SEEN_DIGITS)),
  };
}
