import { CLIENT_API_PREFIX } from '@app/auth-signature';

/** Prefix of all paths that 泡椒云 clients call. */
export const PAOJIAOYUN_PREFIX = '/v1';

/** Group of these endpoints in the API document. */
export const PAOJIAOYUN_GROUP = '泡椒云';

/** Endpoints of the contract that differ only in their path. */
const SAME: Record<string, string> = {
  'POST /card/login': '/card/login',
  'POST /card/heartbeat': '/card/heartbeat',
  'POST /card/logout': '/card/logout',
  'POST /card/unbind_device': '/card/unbind-device',
  'POST /card/unbind_password': '/card/unbind-password',
  'POST /card/unbind_device/by_password': '/card/unbind-by-password',
  'POST /card/recharge': '/card/recharge',
  'GET /card/config': '/card/config',
  'POST /user/register': '/user/register',
  'POST /user/login': '/user/login',
  'POST /user/heartbeat': '/user/heartbeat',
  'POST /user/logout': '/user/logout',
  'POST /user/password': '/user/password',
  'POST /user/recharge': '/user/recharge',
  'GET /user/config': '/user/config',
  'POST /trial/login': '/trial/login',
  'POST /trial/heartbeat': '/trial/heartbeat',
  'GET /software/config': '/software/config',
  'GET /software/notice': '/software/notice',
};

/** Endpoints of this library, which the contract does not have or defines differently. */
const OWN = [
  'POST /card/config',
  'POST /user/config',
  'POST /user/unbind_device',
  'GET /software/latest_ver',
  'GET /af/remote_var',
  'GET /af/remote_data',
  'POST /af/remote_data',
  'POST /af/call_remote_func',
  'GET /ping',
];

export interface PaojiaoyunRoute {
  /** The path as 泡椒云 clients send it, such as `/v1/card/login`. */
  readonly path: string;
  /** The path of the Latchkey endpoint that handles requests to `path`. */
  readonly answeredBy: string;
}

/**
 * The endpoints by method and path as 泡椒云 clients send them, such as `POST /v1/card/login`. All other paths get 404.
 */
export const PAOJIAOYUN_ROUTES: ReadonlyMap<string, PaojiaoyunRoute> = new Map([
  ...Object.entries(SAME).map(([endpoint, path]) => routeOf(endpoint, CLIENT_API_PREFIX + path)),
  ...OWN.map((endpoint) => routeOf(endpoint)),
]);

function routeOf(endpoint: string, answeredBy?: string): [string, PaojiaoyunRoute] {
  const [method, name] = endpoint.split(' ');
  const path = `${PAOJIAOYUN_PREFIX}${name}`;
  return [`${method} ${path}`, { path, answeredBy: answeredBy ?? path }];
}
