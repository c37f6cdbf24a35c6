import { isObject, isWhole, type Keys } from './answer.js';
import { ticketRefused } from './failure.js';
import type { Platform } from './platform.js';
import { type Steps, wait } from './steps.js';
import { base64url, base64urlBytes, utf8Bytes, utf8Text } from './text.js';

/** The claims of a ticket that was accepted. Times are epoch seconds. */
export interface Claims {
  iss: string;
  sub: string;
  dev: string;
  iat: number;
  exp: number;
  card_exp: number;
  type: string;
  features: Record<string, string | number | boolean>;
  jti: string;
}

export interface TicketHolder {
  appKey: string;
  deviceId: string;
  keys: Keys;
}

/** The times against which a ticket is checked. */
export interface TicketTime {
  /** The device's clock in seconds. */
  now: number;
  /** The latest time ever seen, in seconds. */
  greatestTime: number;
}

const MAX_TICKET_LENGTH = 65_536;
/** Maximum seconds by which the device's clock may be behind the latest time seen. */
const MAX_BEHIND_SEC = 86_400;

/** Returns the claims of a ticket that is valid now. Throws the reason if the ticket is refused. */
export function* verifyTicket(
  platform: Platform,
  ticket: string,
  holder: TicketHolder & TicketTime,
): Steps<Claims> {
  const claims = yield* readTicket(platform, ticket, holder);
  const seen = Math.max(holder.greatestTime, claims.iat);
  if (holder.now < seen - MAX_BEHIND_SEC) throw ticketRefused('clock');
  if (claims.exp <= Math.max(holder.now, seen)) throw ticketRefused('expired');
  return claims;
}

/** Returns the claims of a ticket, which may have expired. Throws the reason if anything but its time is wrong. */
export function* readTicket(platform: Platform, ticket: string, holder: TicketHolder): Steps<Claims> {
  const { appKey, deviceId, keys } = holder;
  const parts = ticket.length > MAX_TICKET_LENGTH ? [] : ticket.split('.');
  const signature = base64urlBytes(parts[2] ?? '');
  const header = readPart(parts[0]);
  const claims = readPart(parts[1]);
  if (parts.length !== 3 || !signature || !header || !claims) throw ticketRefused('form');
  if (header.alg !== 'EdDSA' || header.typ !== 'latchkey-ticket') throw ticketRefused('form');
  const key = typeof header.kid === 'string' ? keys[header.kid] : undefined;
  if (!key) throw ticketRefused('key');
  const isGenuine =
    signature.length === 64 && (yield* wait(platform.verify(key, `${parts[0]!}.${parts[1]!}`, signature)));
  if (!isGenuine) throw ticketRefused('signature');
  const { iss, dev, iat, exp } = claims;
  if (!isWhole(iat) || !isWhole(exp)) throw ticketRefused('form');
  if (iss !== appKey) throw ticketRefused('application');
  if (dev !== (yield* deviceClaim(platform, appKey, deviceId))) throw ticketRefused('device');
  return claims as unknown as Claims;
}

/** Returns the code with which a customer fetches a ticket for this device. */
export function* requestCode(platform: Platform, appKey: string, deviceId: string): Steps<string> {
  const claim = yield* deviceClaim(platform, appKey, deviceId);
  return `${base64url(utf8Bytes(deviceId))}.${claim.slice(0, 6)}`;
}

function* deviceClaim(platform: Platform, appKey: string, deviceId: string): Steps<string> {
  return yield* wait(platform.sha256(`${appKey}|${deviceId}`));
}

function readPart(part: string | undefined): Record<string, unknown> | undefined {
  const bytes = part ? base64urlBytes(part) : undefined;
  const text = bytes && utf8Text(bytes);
  if (text === undefined) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
