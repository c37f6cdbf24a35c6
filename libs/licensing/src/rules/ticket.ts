import { hash, sign } from 'node:crypto';
import type { ClientApplication } from '@app/applications';
import type { Features, LicenceHolder } from '@app/database';
import { HOUR_MS, toSeconds } from '@app/platform';

/** The claims of an offline ticket. Times are epoch seconds. */
export interface TicketClaims {
  /** `app_key` of the application. */
  readonly iss: string;
  /** The id of the card or user, such as `card:17`; never the card key. */
  readonly sub: string;
  /** The device: see `deviceClaim`. */
  readonly dev: string;
  readonly iat: number;
  readonly exp: number;
  /** Expiry of the card or user; for a permanent holder, the end of 2099. */
  readonly card_exp: number;
  /** Name of the card type. */
  readonly type: string;
  readonly features: Features;
  readonly jti: string;
}

/**
 * Returns the time until which a ticket issued now is valid: the holder's expiry or the end of the offline hours,
 * whichever is earlier. The result is in epoch milliseconds, rounded down to a whole second.
 * @param now epoch milliseconds
 */
export function ticketExpiry(
  { expiresAt, offlineHours }: Pick<LicenceHolder, 'expiresAt' | 'offlineHours'>,
  now: number,
): number {
  return toSeconds(Math.min(expiresAt ?? Infinity, now + offlineHours * HOUR_MS)) * 1000;
}

/**
 * Returns the claim that identifies a device without revealing its id: the base64url SHA-256 of `app_key|device_id`.
 */
export function deviceClaim(appKey: string, deviceId: string): string {
  return hash('sha256', `${appKey}|${deviceId}`, 'base64url');
}

/** Returns a ticket: a compact JWS (RFC 7515) signed by the application's key. */
export function signTicket(
  claims: TicketClaims,
  { keyId, signingKey }: Pick<ClientApplication, 'keyId' | 'signingKey'>,
): string {
  const parts = [{ alg: 'EdDSA', kid: keyId, typ: 'latchkey-ticket' }, claims];
  const text = parts.map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.');
  return `${text}.${sign(null, Buffer.from(text), signingKey).toString('base64url')}`;
}
