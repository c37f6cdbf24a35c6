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
  const named = Object.entries(CLIENT_ERRORS).map(([name, texts]) => ({
    name,
    code: texts.code,
    says: words(texts),
  }));
  // Refusals that a client cannot tell apart are one row.
  const codes = Map.groupBy(named, ({ code, says }) => `${code} ${says}`)
    .values()
    .map((alike) => [
      alike[0].code,
      alike.map(({ name }) => `\`${name}\``).join(', '),
      alike[0].says,
      alike.map(({ name }) => WHEN_REFUSED[name]).join(' '),
    ])
    .toArray();
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
  const codes = new Set(Array.from(description.matchAll(/^\| (\d+) \|/gm), ([, code]) => Number(code)));
  // 10212 stands for a block in every list, and for more where a card can be frozen.
  if (!description.includes('| 10212 | the card is frozen |')) codes.delete(10212);
  return [...codes.difference(COMMON)].toSorted((a, b) => a - b);
}
