import { clipBytes } from '../clip.js';
import { fieldsOf, jsonRequest, type Service } from './service.js';

const PUBLIC = 'https://api.day.app';
/** Maximum size of the text. Apple delivers at most 4 KB including all fields. */
const MAX_BYTES = 2500;
const MAX_TITLE_BYTES = 300;

/** Bark, a notification service for iPhones, which people can also host themselves. Its texts have no markup. */
export const bark: Service = {
  request({ token, address }, { title, text }) {
    return jsonRequest(`${address ?? PUBLIC}/push`, {
      device_key: token,
      title: clipBytes(title, MAX_TITLE_BYTES),
      body: clipBytes(text === '' ? title : text, MAX_BYTES),
      group: 'Latchkey',
    });
  },

  read({ status, body }) {
    const { code = status, message } = fieldsOf(body);
    if (status === 200 && code === 200) return { result: 'sent', answer: null };
    const answer = `${String(code)}: ${typeof message === 'string' ? message : body}`;
    if (/payload.?too.?large/i.test(answer)) return { result: 'refused', answer };
    const wrongKey = /device.?(key|token)|BadDeviceToken|Unregistered/i.test(answer);
    return { result: wrongKey || [401, 403, 404].includes(status) ? 'misconfigured' : 'busy', answer };
  },
};
