import { HOUR_MS } from '@app/platform';
import { clipBytes, clipUnits } from '../clip.js';
import { fieldsOf, jsonRequest, type Service } from './service.js';

const MAX_TITLE_UNITS = 32;
const MAX_BYTES = 32_000;

/** Server酱: keys beginning with `SCT` (Turbo) or `sctp` (Server酱³). Texts are Markdown. */
export const serverchan: Service = {
  request({ token, address }, { title, text }) {
    // Two spaces before a line break keep the lines apart in Markdown.
    const desp = clipBytes(escape(text).replaceAll('\n', '  \n'), MAX_BYTES);
    return jsonRequest(urlOf(token, address), { title: clipUnits(title, MAX_TITLE_UNITS), desp });
  },

  read({ status, body }) {
    const { code, message, errmsg } = fieldsOf(body);
    if (code === 0) return { result: 'sent', answer: null };
    const said = textIn(message) ?? textIn(errmsg) ?? body;
    const answer = `${typeof code === 'number' ? code : `HTTP ${status}`}: ${said}`;
    // The code 40001 means either a wrong key or an exceeded daily limit.
    if (/次数|频率|limit|too many/i.test(answer)) return { result: 'busy', answer, waitMs: HOUR_MS };
    if (/重复|duplicate/i.test(answer)) return { result: 'refused', answer };
    return { result: code === 40001 || [401, 403, 404].includes(status) ? 'misconfigured' : 'busy', answer };
  },
};

function textIn(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

function urlOf(key: string, address: string | null): string {
  const uid = /^sctp(\d+)t/.exec(key)?.[1];
  return uid === undefined
    ? `${address ?? 'https://sctapi.ftqq.com'}/${key}.send`
    : `${address ?? `https://${uid}.push.ft07.com`}/send/${key}.send`;
}

function escape(text: string): string {
  return text.replaceAll('<', '&lt;').replace(/[\\*_`~|#[\]]/g, String.raw`\$&`);
}
