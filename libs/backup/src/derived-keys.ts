import { createHmac, type Hmac, hkdfSync } from 'node:crypto';

const FINGERPRINT_BYTES = 8;
const SEALING_KEY_BYTES = 32;

/** Returns a fingerprint that distinguishes encryption keys without revealing them: 16 hex digits. */
export function keyFingerprint(key: Buffer): string {
  return derive(key, 'latchkey key fingerprint', FINGERPRINT_BYTES).toString('hex');
}

/** Creates the HMAC of a backup. Without the key nobody can alter a backup undetected. */
export function createSeal(key: Buffer): Hmac {
  return createHmac('sha256', derive(key, 'latchkey backup seal', SEALING_KEY_BYTES));
}

function derive(key: Buffer, use: string, bytes: number): Buffer {
  return Buffer.from(hkdfSync('sha256', key, '', use, bytes));
}
