import type { NewRefusal } from '@app/usage';
import type { ClientHttpRequest } from '../caller.js';

/**
 * Endpoints whose refusals are recorded individually, because users ask why they cannot log in, or where their time
 * went.
 */
export const RECORDED_ENDPOINTS = new Set([
  'card/login',
  'card/heartbeat',
  'card/consume',
  'card/recharge',
  'card/unbind-device',
  'card/unbind-password',
  'card/unbind-by-password',
  'card/ticket',
  'user/register',
  'user/login',
  'user/heartbeat',
  'user/consume',
  'user/recharge',
  'user/unbind-device',
  'user/ticket',
  'user/password',
  'trial/login',
  'trial/heartbeat',
]);

/**
 * The parameter that identifies a holder, by the first part of the endpoint. Trials have no such parameter, since a
 * trial is identified by its device.
 */
const NAME_PARAMETERS: Record<string, string> = { card: 'card', user: 'username' };

/**
 * Returns the record of a request refused with `code`, or `undefined` if the refusal is only counted. A request without
 * a valid signature is never recorded.
 */
export function refusalOf({ route, caller }: ClientHttpRequest, code: number): NewRefusal | undefined {
  // Uses the route's path, since the request's path may differ in case. Dialects use `_` where the contract uses `-`.
  const endpoint = String(route?.path).split('/').slice(-2).join('/').replaceAll('_', '-');
  if (!caller || !RECORDED_ENDPOINTS.has(endpoint)) return undefined;
  const { application, parameters, now, ip } = caller;
  return {
    applicationId: application.id,
    at: now,
    endpoint,
    code,
    name: parameters.get(NAME_PARAMETERS[endpoint.split('/')[0]!] ?? '') || null,
    deviceId: parameters.get('device_id') || null,
    ip,
    // No recorded endpoint has this parameter, but clients may add it to any request.
    version: parameters.get('version') || null,
  };
}
