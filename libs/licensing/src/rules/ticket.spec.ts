import { describe, expect, it } from '@jest/globals';
import { createPublicKey, verify } from 'node:crypto';
import { keyIdOf, newSigningKey, privateKeyOf, publicKeyOf } from '@app/platform';
import { deviceClaim, signTicket, ticketExpiry } from './ticket.js';

const NOW = 1_768_478_400_500;
const HOUR = 3_600_000;

describe('ticketExpiry', () => {
  it.each([
    ['the end of the hours', NOW + 100 * HOUR, 72, NOW + 72 * HOUR - 500],
    ['the end of the hours of a permanent holder', null, 8784, NOW + 8784 * HOUR - 500],
    ['an earlier expiry', NOW + HOUR, 72, NOW + HOUR - 500],
    ['an expiry within a second', NOW + 1, 72, NOW - 500],
  ])('is %s, in whole seconds', (_, expiresAt, offlineHours, expected) => {
    expect(ticketExpiry({ expiresAt, offlineHours }, NOW)).toBe(expected);
  });
});

describe('signTicket', () => {
  it('makes a compact JWS with exactly the header of a ticket', () => {
    const key = newSigningKey();
    const publicKey = publicKeyOf(key);
    const claims = { iss: 'a', sub: 'card:1', dev: deviceClaim('a', 'd'), iat: 1, exp: 2, card_exp: 3, type: '月卡', features: { pro: true }, jti: 'j' }; // prettier-ignore
    const keyId = keyIdOf(publicKey);
    const ticket = signTicket(claims, { keyId, signingKey: privateKeyOf(key) });
    const [header, payload, signature] = ticket.split('.') as [string, string, string];
    expect(Buffer.from(header, 'base64url').toString()).toBe(
      `{"alg":"EdDSA","kid":"${keyId}","typ":"latchkey-ticket"}`,
    );
    expect(JSON.parse(Buffer.from(payload, 'base64url').toString())).toEqual(claims);
    const jwk = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: publicKey }, format: 'jwk' });
    expect(verify(null, Buffer.from(`${header}.${payload}`), jwk, Buffer.from(signature, 'base64url'))).toBe(
      true,
    );
  });

  it('names a device without its id, and differently for each application', () => {
    // From: printf %s 'key|pc' | openssl dgst -sha256 -binary | base64
    expect(deviceClaim('key', 'pc')).toBe('-tY0aufIONf1JDePH2pBZszheXPnDv3hIHP1l19OpwI');
    expect(deviceClaim('other', 'pc')).not.toBe(deviceClaim('key', 'pc'));
  });
});
