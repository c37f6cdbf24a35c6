import { describe, expect, it } from '@jest/globals';
import { createPublicKey, sign, verify } from 'node:crypto';
import { ED25519_KEY, keyIdOf, newSigningKey, privateKeyOf, publicKeyOf } from './signing-key.js';

// RFC 8032, section 7.1, test 1.
const SEED = Buffer.from('9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60', 'hex');
const PUBLIC = Buffer.from('d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a', 'hex');
const SIGNATURE =
  'e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b';

describe('A signing key', () => {
  it('has the public key and the signature of the test in RFC 8032', () => {
    const key = SEED.toString('base64url');
    expect(publicKeyOf(key)).toBe(PUBLIC.toString('base64url'));
    expect(sign(null, Buffer.alloc(0), privateKeyOf(key)).toString('hex')).toBe(SIGNATURE);
  });

  it('is new each time, and in its only valid text form', () => {
    const keys = Array.from({ length: 50 }, newSigningKey);
    expect(new Set(keys).size).toBe(keys.length);
    for (const key of keys) {
      expect(key).toMatch(ED25519_KEY);
      const x = publicKeyOf(key);
      expect(x).toMatch(ED25519_KEY);
      const signature = sign(null, Buffer.from(key), privateKeyOf(key));
      const jwk = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
      expect(verify(null, Buffer.from(key), jwk, signature)).toBe(true);
    }
  });

  it.each([
    ['too short', 'A'.repeat(42)],
    ['too long', 'A'.repeat(44)],
    ['another form of the same bytes', `${'A'.repeat(42)}B`],
    ['base64', `${'+'.repeat(42)}A`],
  ])('is not accepted if it is %s', (_, text) => expect(text).not.toMatch(ED25519_KEY));

  it('has an id of 16 characters that depends only on its public key', () => {
    expect(keyIdOf(PUBLIC.toString('base64url'))).toBe('If4x36FUomFia_hU');
  });
});
