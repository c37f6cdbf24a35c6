import { createHash, createPublicKey, verify } from 'node:crypto';

export interface Claims {
  iss: string;
  sub: string;
  dev: string;
  iat: number;
  exp: number;
  card_exp: number;
  type: string;
  features: Record<string, unknown>;
  jti: string;
}

/** Values that a client knows without contacting the server. */
export interface TicketHolder {
  /** The public keys that the client trusts, by their ids. */
  keys: Record<string, string>;
  app_key: string;
  device_id: string;
  /** The client's clock in epoch seconds. */
  now: number;
}

/**
 * Returns the claims of a ticket that a client accepts, or undefined. It is written only from the documents and shares
 * no code with the server.
 */
export function acceptTicket(
  ticket: string,
  { keys, app_key, device_id, now }: TicketHolder,
): Claims | undefined {
  const [header = '', payload = '', signature = '', ...more] = ticket.split('.');
  const { kid, ...rest } = parse(header) as Record<'kid' | 'alg' | 'typ', string>;
  if (more.length > 0 || rest.alg !== 'EdDSA' || rest.typ !== 'latchkey-ticket') return undefined;
  const x = Object.hasOwn(keys, kid) ? keys[kid] : undefined;
  if (x === undefined) return undefined;
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
  const signed = Buffer.from(`${header}.${payload}`);
  if (!verify(null, signed, key, Buffer.from(signature, 'base64url'))) return undefined;
  const claims = parse(payload) as Claims;
  const dev = createHash('sha256').update(`${app_key}|${device_id}`).digest('base64url');
  return claims.iss === app_key && claims.dev === dev && claims.exp > now ? claims : undefined;
}

export function headerOf(ticket: string): Record<string, unknown> {
  return parse(ticket.split('.')[0]!) as Record<string, unknown>;
}

function parse(part: string): unknown {
  try {
    return JSON.parse(Buffer.from(part, 'base64url').toString());
  } catch {
    return {};
  }
}
