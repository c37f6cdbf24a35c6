// The errors of the client API, as the catalogue and the API document say them.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { markdownTable, ROOT } from '../generated.mjs';

const ERRORS = '../../libs/auth-signature/src/errors';
const PREFIX = '/api/client/v1';
/** What every endpoint can answer. */
const COMMON = new Set([0, 400, 10010, 10011, 10013, 10014, 10230]);

/** In both languages. */
const words = ({ en, 'zh-CN': chinese }) => `${en}<br>${chinese}`;

export async function clientErrors() {
  const { CLIENT_ERRORS, PARAMETER_REASONS, STATUS_MESSAGES } = await import(`${ERRORS}/error-catalogue.ts`);
  const { WHEN_REFUSED, WHEN_STATUS } = await import(`${ERRORS}/when-refused.ts`);
  const codes = Object.entries(CLIENT_ERRORS).map(([name, texts]) => [
    texts.code,
    `\`${name}\``,
    words(texts),
    WHEN_REFUSED[name],
  ]);
  const statuses = Object.entries(STATUS_MESSAGES).map(([code, texts]) => [
    code,
    code === '400' ? 200 : code,
    words(texts),
    WHEN_STATUS[code],
  ]);
  const reasons = Object.values(PARAMETER_REASONS).map(({ en, 'zh-CN': chinese }) => [en, chinese]);
  return {
    codes: markdownTable(['code', 'name', 'message', 'when'], codes),
    statuses: markdownTable(['code', 'HTTP status', 'message', 'when'], statuses),
    reasons: markdownTable(['in English', 'in Chinese'], reasons),
    endpoints: markdownTable(['endpoint', 'codes of its own'], endpoints()),
  };
}

function endpoints() {
  const { paths } = JSON.parse(readFileSync(join(ROOT, 'docs/openapi.json'), 'utf8'));
  return Object.entries(paths).flatMap(([path, operations]) =>
    path.startsWith(PREFIX)
      ? Object.entries(operations).map(([method, operation]) => [
          `\`${method.toUpperCase()} ${path.replace(PREFIX, '').replace(/\{(\w+)\}/g, ':$1')}\``,
          ownCodes(operation).join(', '),
        ])
      : [],
  );
}

function ownCodes({ responses }) {
  const { description } = responses['200'];
  const codes = [...description.matchAll(/^\| (\d+) \|/gm)].map(([, code]) => Number(code));
  // 10212 stands for a block in every list, once more where a card can be frozen.
  const isCommon = (code, at) => COMMON.has(code) || (code === 10212 && codes.indexOf(code) !== at);
  const own = codes.filter((code, at) => !isCommon(code, at));
  const blockedOnly = description.includes('| 10212 | the card is frozen |') ? [] : [10212];
  return own.filter((code) => !blockedOnly.includes(code)).toSorted((a, b) => a - b);
}
