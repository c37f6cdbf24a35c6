import type { Parameters } from './signed-client.js';
import { PASSWORD } from './user-application.js';

/** Opens sessions, which a request may end. */
export interface Sessions {
  /** Opens a session of the card C2 on the device D2. */
  ofCard(): Promise<string>;
  /** Opens a session of the user alice on the device D1. */
  ofUser(): Promise<string>;
}

type Right = (sessions: Sessions) => Parameters | Promise<Parameters>;

/** Parameters of a valid request for each route of the client API, besides the common ones. */
export const CLIENT_ROUTE_TABLE: Record<string, Right> = {
  'POST /card/login': () => ({ card: 'C2', device_id: 'D2' }),
  'POST /card/heartbeat': ofCard,
  'POST /card/logout': ofCard,
  'POST /card/unbind-device': async (sessions) => ({ ...(await ofCard(sessions)), device_id: 'D2' }),
  'POST /card/unbind-password': async (sessions) => ({ ...(await ofCard(sessions)), password: 'secret12' }),
  'POST /card/unbind-by-password': () => ({ card: 'C2', password: 'secret12' }),
  'POST /card/recharge': () => ({ card: 'C2', use_card: 'C3' }),
  'GET /card/config': () => ({ card: 'C2' }),
  'POST /card/config': () => ({ card: 'C2', config: '{"a":1}' }),

  'GET /remote/variables/:key': () => ({ kami: 'C2' }),
  'GET /remote/data/:key': () => ({ scope: 'card', kami: 'C2' }),
  'POST /remote/data/:key': () => ({ action: 'update', value: '1', scope: 'card', kami: 'C2' }),
  'DELETE /remote/data/:key': () => ({ scope: 'card', kami: 'C2' }),
  'POST /remote/functions/:name/call': () => ({ params: '[1]' }),

  'GET /software/config': () => ({}),
  'GET /software/notice': () => ({}),
  'GET /software/version/latest': () => ({ version: '0.1.0', channel: 'stable' }),

  'POST /user/register': () => ({ username: 'bob', password: PASSWORD, card: 'C4', device_id: 'D1' }),
  'POST /user/login': () => ({ username: 'alice', password: PASSWORD, device_id: 'D1' }),
  'POST /user/heartbeat': ofUser,
  'POST /user/logout': ofUser,
  'POST /user/recharge': () => ({ username: 'alice', card: 'C3' }),
  'POST /user/unbind-device': async (sessions) => ({ ...(await ofUser(sessions)), device_id: 'D1' }),
  'GET /user/config': () => ({ username: 'alice' }),
  'POST /user/config': () => ({ username: 'alice', config: '{"a":1}' }),
};

async function ofCard(sessions: Sessions): Promise<Parameters> {
  return { card: 'C2', token: await sessions.ofCard() };
}

async function ofUser(sessions: Sessions): Promise<Parameters> {
  return { username: 'alice', token: await sessions.ofUser() };
}

/** Records that the requests refer to, besides C1 to C4 and alice, by path of the admin API. */
export const RECORDS: [path: string, fields: object][] = [
  ['/variables', { key: 'one', value: '1', cardAuth: true, checkRule: 'crc32' }],
  ['/functions', { name: 'one', source: 'function one(...args) { return args; }' }],
  ['/versions', { version: '1.0.0', url: 'https://example.com/1', released: true }],
];
