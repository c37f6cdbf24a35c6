import { clipUnits } from '../clip.js';
import { fieldsOf, jsonRequest, type Service } from './service.js';

const MAX_UNITS = 2000;

/** Webhook of a Discord channel. Texts are Markdown. `allowed_mentions` turns off mentions in them. */
export const discord: Service = {
  request({ token }, { title, text }) {
    const content = clipUnits(`**${escape(title)}**\n${escape(text)}`, MAX_UNITS);
    return jsonRequest(token, { content, allowed_mentions: { parse: [] } });
  },

  read({ status, body, retryAfter }) {
    if (status >= 200 && status < 300) return { result: 'sent', answer: null };
    const { message, retry_after: seconds = Number(retryAfter) } = fieldsOf(body);
    const answer = `${status}: ${typeof message === 'string' ? message : body}`;
    if (status === 429) {
      const waitMs = typeof seconds === 'number' && seconds > 0 ? Math.ceil(seconds * 1000) : undefined;
      return { result: 'busy', answer, waitMs };
    }
    if (status === 400) return { result: 'refused', answer };
    return { result: [401, 403, 404].includes(status) ? 'misconfigured' : 'busy', answer };
  },
};

function escape(text: string): string {
  return text.replace(/[\\*_~`|>#[\]()<:-]/g, String.raw`\$&`);
}
