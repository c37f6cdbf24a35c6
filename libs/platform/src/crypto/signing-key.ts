import { createPrivateKey, createPublicKey, hash, type KeyObject, randomBytes } from 'node:crypto';

/** The bytes before the key in the DER form of an Ed25519 private key (RFC 8410). */
const DER_HEAD = Buffer.from('302e020100300506032b657004220420', 'hex');
const KEY_BYTES = 32;
const KEY_ID_LENGTH = 16;

/** An Ed25519 key as text: 32 bytes in base64url without padding, so the last character has only four bits. */
export const ED25519_KEY = /^[A-Za-z0-9_-]{42}[AEIMQUYcgkosw048]$/;

/** Generates an Ed25519 private key: its 32 bytes (the seed of RFC 8032) in base64url. */
export function newSigningKey(): string {
  return randomBytes(KEY_BYTES).toString('base64url');
}

/** Prepares a private key for signing. */
export function privateKeyOf(signingKey: string): KeyObject {
  const key = Buffer.concat([DER_HEAD, Buffer.from(signingKey, 'base64url')]);
  return createPrivateKey({ key, format: 'der', type: 'pkcs8' });
}

/** Returns the public key that belongs to a private key: its 32 bytes in base64url. */
export function publicKeyOf(signingKey: string): string {
  return createPublicKey(privateKeyOf(signingKey)).export({ format: 'jwk' }).x!;
}

/** Returns the id of a public key: the first 16 characters of the base64url of its SHA-256. */
export function keyIdOf(publicKey: string): string {
  return hash('sha256', Buffer.from(publicKey, 'base64url'), 'base64url').slice(0, KEY_ID_LENGTH);
}
