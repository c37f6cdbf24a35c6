import type { NewRefusal } from '@app/usage';
import type { ClientHttpRequest } from '../caller.js';

/** Endpoints whose refusals are recorded individually: users ask why they cannot log in, or where their time went. */
export const RECORDED_ENDPOINTS = new Set([
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
 * Returns the record of a request refused with `code`; undefined when it is only counted. A sender that has not proven
 * to know the secret leaves no row.
 */
export function refusalOf({ route, caller }: ClientHttpRequest, code: number): NewRefusal | undefined {
  // The route's own path: the request's may differ in case.
  const endpoint = String(route?.path).split('/').slice(-2).join('/');
  if (!caller || !RECORDED_ENDPOINTS.has(endpoint)) return undefined;
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
