import { MINUTE_MS } from '@app/platform';
import { clipBytes } from '../clip.js';
import { type CodeTable, jsonRequest, readCode, type Service } from './service.js';

const MAX_BYTES = 2048;

const OUTCOMES: CodeTable = {
  40008: 'refused',
  40058: 'refused',
  44004: 'refused',
  45002: 'refused',
  93000: 'misconfigured',
  93004: 'misconfigured',
  93008: 'misconfigured',
  93017: 'misconfigured',
};

/** Group robot of WeCom (企业微信): 20 messages a minute. Texts have no markup. */
export const wecom: Service = {
  request({ token }, { title, text }) {
    const content = clipBytes(`${title}\n${text}`, MAX_BYTES);
    return jsonRequest(token, { msgtype: 'text', text: { content } });
  },

  read(answer) {
    return readCode(answer, { code: 'errcode', message: 'errmsg' }, OUTCOMES, MINUTE_MS);
  },
};
