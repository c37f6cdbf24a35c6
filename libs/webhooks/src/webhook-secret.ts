import { randomBytes } from 'node:crypto';

const PREFIX = 'whsec_';
const BYTES = 32;
/** Minimum and maximum length of a secret in the Standard Webhooks specification. */
const LEAST_BYTES = 24;
const MOST_BYTES = 64;

/** Returns a new signing secret: 256 bits from the cryptographic random source. */
export function newWebhookSecret(): string {
  return PREFIX + randomBytes(BYTES).toString('base64');
}

/**
 * True if a text is a signing secret as the Standard Webhooks specification defines it: `whsec_` and the base64 of
 * 24–64 bytes.
 */
export function isWebhookSecret(text: string): boolean {
  if (!text.startsWith(PREFIX)) return false;
  const encoded = text.slice(PREFIX.length);
  const bytes = Buffer.from(encoded, 'base64');
  const isBase64 = bytes.toString('base64') === encoded;
  return isBase64 && bytes.length >= LEAST_BYTES && bytes.length <= MOST_BYTES;
}
