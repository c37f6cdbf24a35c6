import { createHash, createHmac } from 'node:crypto';
import type { Answer, Credentials } from './signed-client.js';

/** Returns the correct `sign` of a response, computed only from the contract. */
export function responseSignOf(answer: Answer, { app_secret, sign_mode }: Credentials): string {
  const { code, message, result = {}, nonce } = answer;
  const pairs = Object.keys(result)
    .toSorted()
    .map((key) => `${key}=${result[key]}`);
  const text = `${code}${message}${pairs.join('&')}${nonce}`;
  return sign_mode === 'hmac-sha256'
    ? createHmac('sha256', app_secret).update(text).digest('hex')
    : createHash('md5')
        .update(text + app_secret)
        .digest('hex');
}
