import { createHmac } from 'node:crypto';
import { toSeconds } from '@app/platform';
import { clipBytes } from '../clip.js';
import { type CodeTable, jsonRequest, readCode, type Service } from './service.js';

/** Maximum size of the text. The whole body may have 20 KB. */
const MAX_BYTES = 15_000;

const OUTCOMES: CodeTable = {
  9499: 'refused',
  19001: 'misconfigured',
  19002: 'refused',
  19021: 'misconfigured',
  19022: 'misconfigured',
  19024: 'misconfigured',
};

/** Custom robot of Feishu (飞书) and Lark: 100 messages a minute, 5 a second. Texts can contain tags such as `<at>`. */
export const feishu: Service = {
  request({ token, signingSecret }, { title, text }, now) {
    const escaped = `${title}\n${text}`.replaceAll('<', '＜');
    const message = { msg_type: 'text', content: { text: clipBytes(escaped, MAX_BYTES) } };
    if (signingSecret === null) return jsonRequest(token, message);
    const timestamp = String(toSeconds(now));
    // The time and the secret are the key of the HMAC, and the data is empty. With DingTalk the secret is the key, and
    // the time and the secret are the data.
    const sign = createHmac('sha256', `${timestamp}\n${signingSecret}`).update('').digest('base64');
    return jsonRequest(token, { timestamp, sign, ...message });
  },

  read(answer) {
    return readCode(answer, { code: 'code', message: 'msg' }, OUTCOMES);
  },
};
