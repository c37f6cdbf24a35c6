import { describe, expect, it } from '@jest/globals';
import { canonicalString, sign } from '@app/auth-signature';
import { CLIENT_API_GUIDE, SIGNING_EXAMPLE } from './client-api-guide.js';

const { parameters, secret, signedText, sign: signs } = SIGNING_EXAMPLE;

describe('the signing example of the guide', () => {
  it('shows the text that is signed', () => {
    expect(canonicalString(new Map(Object.entries({ sign: 'x', ...parameters })))).toBe(signedText);
    expect(CLIENT_API_GUIDE).toContain(`\n${signedText}\n`);
    expect(CLIENT_API_GUIDE).toContain(`\`${secret}\``);
  });

  it.each(['md5', 'hmac-sha256'] as const)('has the right %s signature', (mode) => {
    expect(signs[mode]).toBe(sign(signedText, secret, mode));
    expect(CLIENT_API_GUIDE).toContain(`${mode.toUpperCase()} `);
    expect(CLIENT_API_GUIDE).toContain(signs[mode]);
  });
});
