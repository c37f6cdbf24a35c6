import { clipUnits } from '../clip.js';
import { fieldsOf, jsonRequest, type Service } from './service.js';

const PUBLIC = 'https://api.telegram.org';
const MAX_UNITS = 4096;

/** Telegram Bot API, `sendMessage`. Without a parse mode the text has no markup that could be misread. */
export const telegram: Service = {
  request({ token, recipient, address }, { title, text }) {
    return jsonRequest(`${address ?? PUBLIC}/bot${token}/sendMessage`, {
      chat_id: recipient,
      text: clipUnits(`${title}\n${text}`, MAX_UNITS),
      link_preview_options: { is_disabled: true },
    });
  },

  read({ status, body }) {
    // This body is not parsed: it repeats the message and may be too long to be read to its end.
    if (status === 200) return { result: 'sent', answer: null };
    const { description, parameters } = fieldsOf(body);
    const answer = `${status}: ${typeof description === 'string' ? description : body}`;
    if (status === 429) {
      const { retry_after: seconds } = (parameters ?? {}) as { retry_after?: unknown };
      return { result: 'busy', answer, waitMs: typeof seconds === 'number' ? seconds * 1000 : undefined };
    }
    if (status === 400 && /message (is too long|text is empty)|can't parse/i.test(answer))
      return { result: 'refused', answer };
    return { result: [400, 401, 403, 404].includes(status) ? 'misconfigured' : 'busy', answer };
  },
};
