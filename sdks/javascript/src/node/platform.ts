import { createHash, createHmac, createPublicKey, randomBytes, verify } from 'node:crypto';
import type { Platform } from '../core/platform.js';
import { findDevice } from './device.js';
import { send } from './http.js';

export const nodePlatform: Platform = {
  sha256: (text) => createHash('sha256').update(text, 'utf8').digest('base64url'),
  sha256Bytes: (bytes) => createHash('sha256').update(Uint8Array.from(bytes)).digest('base64url'),
  hmacSha256: (secret, text) => createHmac('sha256', Buffer.from(secret)).update(text, 'utf8').digest('hex'),
  md5: (text) => createHash('md5').update(text, 'utf8').digest('hex'),
  verify(publicKey, text, signature) {
    try {
      const x = Buffer.from(publicKey).toString('base64url');
      const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
      return verify(null, Buffer.from(text), key, Buffer.from(signature));
    } catch {
      return false;
    }
  },
  random: (count) => randomBytes(count),
  now: () => Date.now(),
  monotonic: () => performance.now(),
  send,
  device: findDevice,
};
