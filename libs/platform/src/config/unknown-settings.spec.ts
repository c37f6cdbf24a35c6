import { expect, it } from '@jest/globals';
import { unknownSettings } from './unknown-settings.js';

it.each([
  ['LIMIT_WRONG_SIGNINS', 'LIMIT_WRONG_SIGN_INS'],
  ['ADMIN_PASSWORD_FIEL', 'ADMIN_PASSWORD_FILE'],
  ['TRUST_PROXIES', 'TRUST_PROXY'],
])('%s is not a setting, and the most similar is %s', (name, nearest) => {
  expect(unknownSettings({ [name]: '3' })).toEqual([
    `${name} is not a setting and has no effect. The most similar setting is ${nearest}`,
  ]);
});

it('ignores settings and foreign variables', () => {
  expect(
    unknownSettings({ LIMIT_WRONG_SIGN_INS: '3', DATABASE_URL_FILE: '/x', PATH: '/bin', LIMIT: '1' }),
  ).toEqual([]);
});
