import type { Parameters } from './signed-client.js';

type Guess = readonly [method: 'GET' | 'POST' | 'DELETE', path: string, parameters: Parameters];

const NEW_USER = { username: 'new', password: 'secret1234', device_id: 'D' };

/**
 * Returns the `i`th wrong guess for each endpoint that detects wrong guesses without comparing a password. The
 * application has an activated card C1 and a variable `v` that requires a card.
 */
export const WRONG_GUESSES: Record<string, (i: number) => Guess> = {
  'cards to log in with': (i) => ['POST', '/card/login', { card: `NO-${i}`, device_id: 'D' }],
  'cards to unbind a device of': (i) => ['POST', '/card/unbind-device', { card: `NO-${i}`, device_id: 'D', token: 'T' }], // prettier-ignore
  'cards to set a password of': (i) => ['POST', '/card/unbind-password', { card: `NO-${i}`, password: 'secret', token: 'T' }], // prettier-ignore
  'cards to unbind by password': (i) => ['POST', '/card/unbind-by-password', { card: `NO-${i}`, password: 'secret' }], // prettier-ignore
  'cards to recharge': (i) => ['POST', '/card/recharge', { card: `NO-${i}`, use_card: 'C2' }],
  'cards to recharge with': (i) => ['POST', '/card/recharge', { card: 'C1', use_card: `NO-${i}` }],
  'cards with a configuration': (i) => ['GET', '/card/config', { card: `NO-${i}` }],
  'cards to configure': (i) => ['POST', '/card/config', { card: `NO-${i}`, config: '1' }],
  'cards for a variable': (i) => ['GET', '/remote/variables/v', { kami: `NO-${i}` }],
  'cards with data': (i) => ['GET', '/remote/data/k', { scope: 'card', kami: `NO-${i}` }],
  'cards to write data of': (i) => ['POST', '/remote/data/k', { action: 'create', value: '1', scope: 'card', kami: `NO-${i}` }], // prettier-ignore
  'cards to delete data of': (i) => ['DELETE', '/remote/data/k', { scope: 'card', kami: `NO-${i}` }],
  'cards to register with': (i) => ['POST', '/user/register', { ...NEW_USER, card: `NO-${i}` }],
  'users to recharge': (i) => ['POST', '/user/recharge', { username: `no${i}`, card: 'C2' }],
  'users to unbind a device of': (i) => ['POST', '/user/unbind-device', { username: `no${i}`, device_id: 'D', token: 'T' }], // prettier-ignore
  'users with a configuration': (i) => ['GET', '/user/config', { username: `no${i}` }],
  'users to configure': (i) => ['POST', '/user/config', { username: `no${i}`, config: '1' }],
};
