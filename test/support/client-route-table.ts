import type { Parameters } from './signed-client.js';
import { PASSWORD } from './user-application.js';

/** Opens sessions. A request may end a session. */
export interface Sessions {
  /** Opens a session of the card C2 on the device D2. */
  ofCard(): Promise<string>;
  /** Opens a session of the user alice on the device D1. */
  ofUser(): Promise<string>;
  /** Opens a session of the trial of the device D3. */
  ofTrial(): Promise<string>;
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
  'POST /card/ticket': ofCard,
  'POST /card/recharge': () => ({ card: 'C2', use_card: 'C3' }),
  'POST /card/consume': async (sessions) => ({ ...(await ofCard(sessions)), amount: '2', request_id: 'r1' }),
  'GET /card/config': () => ({ card: 'C2' }),
  'POST /card/config': () => ({ card: 'C2', config: '{"a":1}' }),

  'GET /remote/variables/:key': () => ({ kami: 'C2' }),
  'GET /remote/data/:key': () => ({ scope: 'card', kami: 'C2' }),
  'POST /remote/data/:key': () => ({ action: 'update', value: '1', scope: 'card', kami: 'C2' }),
  'DELETE /remote/data/:key': () => ({ scope: 'card', kami: 'C2' }),
  'POST /remote/functions/:name/call': async (sessions) => ({
    ...(await ofCard(sessions)),
    device_id: 'D2',
    params: '[1]',
  }),

  'GET /software/config': () => ({}),
  'GET /software/notice': () => ({}),
  'GET /software/version/latest': () => ({ version: '0.1.0', channel: 'stable' }),

  'POST /user/register': () => ({ username: 'bob', password: PASSWORD, card: 'C4', device_id: 'D1' }),
  'POST /user/login': () => ({ username: 'alice', password: PASSWORD, device_id: 'D1' }),
  // The password of bob instead of alice, since a hostile request may change it.
  'POST /user/password': () => ({ username: 'bob', password: PASSWORD, new_password: PASSWORD }),
  'POST /user/heartbeat': ofUser,
  'POST /user/logout': ofUser,
  'POST /user/recharge': () => ({ username: 'alice', card: 'C3' }),
  'POST /user/unbind-device': async (sessions) => ({ ...(await ofUser(sessions)), device_id: 'D1' }),
  'POST /user/consume': async (sessions) => ({ ...(await ofUser(sessions)), amount: '2', request_id: 'r1' }),
  // Afterwards the device cannot be unbound.
  'POST /user/ticket': ofUser,
  'GET /user/config': () => ({ username: 'alice' }),
  'POST /user/config': () => ({ username: 'alice', config: '{"a":1}' }),

  'POST /trial/login': () => ({ device_id: 'D3' }),
  'POST /trial/heartbeat': ofTrial,
  'POST /trial/logout': ofTrial,
};

const SAME = CLIENT_ROUTE_TABLE;

/** Parameters of a valid request for each endpoint that clients of 泡椒云 call, by its whole path. */
export const PAOJIAOYUN_ROUTE_TABLE: Record<string, Right> = {
  'POST /v1/card/login': SAME['POST /card/login']!,
  'POST /v1/card/heartbeat': ofCard,
  'POST /v1/card/logout': ofCard,
  'POST /v1/card/unbind_device': SAME['POST /card/unbind-device']!,
  'POST /v1/card/unbind_password': SAME['POST /card/unbind-password']!,
  'POST /v1/card/unbind_device/by_password': SAME['POST /card/unbind-by-password']!,
  'POST /v1/card/recharge': SAME['POST /card/recharge']!,
  'GET /v1/card/config': SAME['GET /card/config']!,
  'POST /v1/card/config': () => ({ card: 'C2', config: 'any text' }),
  'POST /v1/user/register': SAME['POST /user/register']!,
  'POST /v1/user/login': SAME['POST /user/login']!,
  'POST /v1/user/heartbeat': ofUser,
  'POST /v1/user/logout': ofUser,
  'POST /v1/user/password': SAME['POST /user/password']!,
  'POST /v1/user/recharge': SAME['POST /user/recharge']!,
  'GET /v1/user/config': () => ({ user: 'alice' }),
  'POST /v1/user/config': () => ({ username: 'alice', config: 'any text' }),
  'POST /v1/user/unbind_device': ofUser,
  'POST /v1/trial/login': SAME['POST /trial/login']!,
  'POST /v1/trial/heartbeat': () => ({ device_id: 'D3' }),
  'GET /v1/software/config': () => ({}),
  'GET /v1/software/notice': () => ({}),
  'GET /v1/software/latest_ver': () => ({ version: '0.1.0' }),
  'GET /v1/af/remote_var': () => ({ key: 'one', card: 'C2' }),
  'GET /v1/af/remote_data': () => ({ key: 'one' }),
  'POST /v1/af/remote_data': () => ({ action: 'update', key: 'one', value: '1' }),
  'POST /v1/af/call_remote_func': async (sessions) => ({
    ...(await SAME['POST /remote/functions/:name/call']!(sessions)),
    func_name: 'one',
  }),
};

async function ofCard(sessions: Sessions): Promise<Parameters> {
  return { card: 'C2', token: await sessions.ofCard() };
}

async function ofUser(sessions: Sessions): Promise<Parameters> {
  return { username: 'alice', token: await sessions.ofUser() };
}

async function ofTrial(sessions: Sessions): Promise<Parameters> {
  return { device_id: 'D3', token: await sessions.ofTrial() };
}

/** Records that the requests refer to, besides C1 to C4 and alice with the feature `one`, by path of the admin API. */
export const RECORDS: [path: string, fields: object][] = [
  ['/variables', { key: 'one', value: '1', requireFeature: 'one', checkRule: 'crc32' }],
  ['/functions', { name: 'one', source: 'function one(...args) { return args; }', requireFeature: 'one' }],
  ['/versions', { version: '1.0.0', url: 'https://example.com/1', released: true }],
];
