import { createHmac, type Hmac, hkdfSync } from 'node:crypto';

const FINGERPRINT_BYTES = 8;
const SEALING_KEY_BYTES = 32;

/** What tells one encryption key from another and says nothing of it: 16 hex digits. */
export function keyFingerprint(key: Buffer): string {
  return derive(key, 'latchkey key fingerprint', FINGERPRINT_BYTES).toString('hex');
}

/** Begins the HMAC of a backup: who has not the key cannot alter one unnoticed. */
export function beginSeal(key: Buffer): Hmac {
  return createHmac('sha256', derive(key, 'latchkey backup seal', SEALING_KEY_BYTES));
}

function derive(key: Buffer, use: string, bytes: number): Buffer {
  return Buffer.from(hkdfSync('sha256', key, '', use, bytes));
}
