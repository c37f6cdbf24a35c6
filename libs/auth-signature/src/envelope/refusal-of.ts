import type { NewRefusal } from '@app/usage';
import type { ClientHttpRequest } from '../caller.js';

/** Endpoints whose refusals are kept one by one: people ask why they cannot get in, or why their time is gone. */
const KEPT = new Set([
  'card/login',
  'card/heartbeat',
  'card/recharge',
  'card/unbind-device',
  'card/unbind-password',
  'card/unbind-by-password',
  'user/register',
  'user/login',
  'user/heartbeat',
  'user/recharge',
  'user/unbind-device',
]);

/**
 * What to keep of a request refused with `code`; undefined: no more than the count. Whoever has not shown the secret
 * leaves no row.
 */
export function refusalOf({ route, caller }: ClientHttpRequest, code: number): NewRefusal | undefined {
  // The route's own path: the request's may be written in another case.
  const endpoint = String(route?.path).split('/').slice(-2).join('/');
  if (!caller || !KEPT.has(endpoint)) return undefined;
  const { application, parameters, now, ip } = caller;
  return {
    applicationId: application.id,
    at: now,
    endpoint,
    code,
    name: parameters.get(endpoint.startsWith('card/') ? 'card' : 'username') || null,
    deviceId: parameters.get('device_id') || null,
    ip,
  };
}
