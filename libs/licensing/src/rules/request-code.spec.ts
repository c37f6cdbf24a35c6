import { expect, it } from '@jest/globals';
import { deviceOfRequestCode, REQUEST_CODE_MAX_LENGTH, requestCode } from './request-code.js';

const APP_KEY = 'abcdefghij0123456789';

it.each(['D', 'my-pc', '电脑 1', '😀'.repeat(128)])('a request code names the device %p', (deviceId) => {
  const code = requestCode(APP_KEY, deviceId);
  expect(code.length).toBeLessThanOrEqual(REQUEST_CODE_MAX_LENGTH);
  expect(deviceOfRequestCode(APP_KEY, code)).toBe(deviceId);
});

it.each([
  ['of another application', requestCode('abcdefghij0123456780', 'my-pc')],
  ['with another check', `${requestCode(APP_KEY, 'my-pc').slice(0, -1)}!`],
  ['with another device', requestCode(APP_KEY, 'my-pc').replace('b', 'c')],
  ['without a check', Buffer.from('my-pc').toString('base64url')],
  ['with more', `${requestCode(APP_KEY, 'my-pc')}.`],
  ['of no device', requestCode(APP_KEY, '')],
  ['of a device id that is too long', requestCode(APP_KEY, 'x'.repeat(129))],
  ['of bytes that are no text', `${Buffer.from([0xff]).toString('base64url')}.AAAAAA`],
  ['that is empty', ''],
])('a text %s is no request code', (_, code) => {
  expect(deviceOfRequestCode(APP_KEY, code)).toBeUndefined();
});
