import { describe, expect, it } from '@jest/globals';
import { hashPassword, verifyPassword } from './password-hash.js';

describe('hashPassword', () => {
  it('gives PHC text of argon2id with 19 MiB and two passes', async () => {
    expect(await hashPassword('secret1')).toMatch(
      /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/,
    );
  });

  it('salts: the same password gives another text each time', async () => {
    expect(await hashPassword('secret1')).not.toBe(await hashPassword('secret1'));
  });
});

describe('verifyPassword', () => {
  it.each(['secret1', '', '密码😀é', ' with space ', 'x'.repeat(1000)])(
    'accepts the password %j',
    async (password) => {
      expect(await verifyPassword(password, await hashPassword(password))).toBe(true);
    },
  );

  it.each(['secret2', 'Secret1', 'secret1 ', 'secret', '', 'secret1\0'])(
    'refuses %j for secret1',
    async (other) => {
      expect(await verifyPassword(other, await hashPassword('secret1'))).toBe(false);
    },
  );

  it('compares with the parameters in a hash of the reference implementation', async () => {
    const hash = '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc';
    expect(await verifyPassword('password', hash)).toBe(true);
    expect(await verifyPassword('passwore', hash)).toBe(false);
  });

  it('refuses a hash that was changed', async () => {
    const hash = await hashPassword('secret1');
    expect(await verifyPassword('secret1', hash.replace('t=2', 't=3'))).toBe(false);
    expect(
      await verifyPassword('secret1', hash.slice(0, -4) + (hash.endsWith('AAAA') ? 'BBBB' : 'AAAA')),
    ).toBe(false);
  });

  it.each(['', 'secret1', '$2b$10$abcdefghijklmnopqrstuv', '$argon2i$v=19$m=19456,t=2,p=1$c29tZXNhbHQ$AAAA'])(
    'throws if the stored text is not an argon2id hash: %j',
    async (hash) => {
      await expect(verifyPassword('secret1', hash)).rejects.toThrow('not argon2id');
    },
  );
});
