import { deviceClaim } from './ticket.js';

const CHECK_LENGTH = 6;
const MAX_DEVICE_ID = 128;

/** Maximum length of a request code. The longest device id has 128 characters of 4 bytes. */
export const REQUEST_CODE_MAX_LENGTH = 690;

/**
 * Returns the request code that client software shows when it is offline. The customer enters the code on the
 * customer's page, on another device, to get an offline ticket. The code consists of the base64url of the device id, a
 * dot, and the first 6 characters of the ticket's claim `dev`. With these characters, the server detects mistyped codes
 * and codes of other applications.
 */
export function requestCode(appKey: string, deviceId: string): string {
  const check = deviceClaim(appKey, deviceId).slice(0, CHECK_LENGTH);
  return `${Buffer.from(deviceId).toString('base64url')}.${check}`;
}

/**
 * Returns the device id of a request code.
 * @returns undefined if the text is not a request code of this application
 */
export function deviceOfRequestCode(appKey: string, code: string): string | undefined {
  if (code.length > REQUEST_CODE_MAX_LENGTH) return undefined;
  const deviceId = Buffer.from(code.split('.')[0]!, 'base64url').toString();
  const length = Array.from(deviceId).length;
  if (length < 1 || length > MAX_DEVICE_ID) return undefined;
  return requestCode(appKey, deviceId) === code ? deviceId : undefined;
}
