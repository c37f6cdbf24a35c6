import { createHmac } from 'node:crypto';
import { MINUTE_MS } from '@app/platform';
import { clipBytes } from '../clip.js';
import { type CodeTable, jsonRequest, readCode, type Service } from './service.js';

const MAX_BYTES = 20_000;
/** After more than 20 messages in a minute, DingTalk blocks the sender for ten minutes. */
const SHUT_OUT_MS = 10 * MINUTE_MS;

/** 310000 stands for a wrong keyword, address or signature, which are all settings of the robot. */
const OUTCOMES: CodeTable = {
  40035: 'refused',
  43004: 'refused',
  300001: 'misconfigured',
  300005: 'misconfigured',
  310000: 'misconfigured',
  400013: 'misconfigured',
  400101: 'misconfigured',
  400102: 'misconfigured',
  400106: 'misconfigured',
  430101: 'refused',
  430102: 'refused',
  430103: 'refused',
  430104: 'refused',
  460101: 'refused',
};

/** Custom robot of DingTalk (钉钉). Texts have no markup; only the field `at` can mention people. */
export const dingtalk: Service = {
  request({ token, signingSecret }, { title, text }, now) {
    const url = new URL(token);
    if (signingSecret !== null) {
      const sign = createHmac('sha256', signingSecret).update(`${now}\n${signingSecret}`).digest('base64');
      url.searchParams.set('timestamp', String(now));
      url.searchParams.set('sign', sign);
    }
    const content = clipBytes(`${title}\n${text}`, MAX_BYTES);
    return jsonRequest(url.href, { msgtype: 'text', text: { content } });
  },

  read(answer) {
    const limited = answer.body.includes('130101') || answer.body.includes('410100');
    const names = { code: 'errcode', message: 'errmsg' };
    return readCode(answer, names, OUTCOMES, limited ? SHUT_OUT_MS : undefined);
  },
};
