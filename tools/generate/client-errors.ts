import {
  CLIENT_ERRORS,
  type ClientErrorName,
  PARAMETER_REASONS,
  STATUS_MESSAGES,
} from '../../libs/auth-signature/src/errors/error-catalogue.ts';
import { WHEN_REFUSED, WHEN_STATUS } from '../../libs/auth-signature/src/errors/when-refused.ts';
import type { ApiDocument } from './api-files.ts';
import { markdownTable } from './files.ts';

const PREFIX = '/api/client/v1';
/** Codes that every endpoint can return. */
const COMMON = new Set([0, 400, 10010, 10011, 10013, 10014, 10230]);

/** Returns a text in both languages. */
const words = (texts: { en: string; 'zh-CN': string }) => `${texts.en}<br>${texts['zh-CN']}`;

/** Returns the errors of the client API for docs/errors.md, from the catalogue and the API document. */
export function clientErrors(document: ApiDocument): Record<string, string> {
  const named = Object.entries(CLIENT_ERRORS).map(([name, texts]) => ({
    name: name as ClientErrorName,
    code: texts.code,
    says: words(texts),
  }));
  // Refusals that a client cannot distinguish share a row.
  const codes = [...Map.groupBy(named, ({ code, says }) => `${code} ${says}`).values()].map((alike) => [
    alike[0]?.code,
    alike.map(({ name }) => `\`${name}\``).join(', '),
    alike[0]?.says,
    alike.map(({ name }) => WHEN_REFUSED[name]).join(' '),
  ]);
  const statuses = Object.entries(STATUS_MESSAGES).map(([code, texts]) => [
    code,
    code === '400' ? 200 : code,
    words(texts),
    WHEN_STATUS[Number(code)],
  ]);
  const reasons = Object.values(PARAMETER_REASONS).map(({ en, 'zh-CN': chinese }) => [en, chinese]);
  return {
    codes: markdownTable(['code', 'name', 'message', 'when'], codes),
    statuses: markdownTable(['code', 'HTTP status', 'message', 'when'], statuses),
    reasons: markdownTable(['in English', 'in Chinese'], reasons),
    endpoints: markdownTable(['endpoint', 'codes of its own'], endpoints(document)),
  };
}

function endpoints({ paths }: ApiDocument): string[][] {
  return Object.entries(paths).flatMap(([path, operations]) =>
    path.startsWith(PREFIX)
      ? Object.entries(operations).map(([method, { responses }]) => [
          `\`${method.toUpperCase()} ${path.replace(PREFIX, '').replace(/\{(\w+)\}/g, ':$1')}\``,
          ownCodes(responses['200']?.description ?? '').join(', '),
        ])
      : [],
  );
}

/** @param description description of an endpoint's response, with a table of codes */
function ownCodes(description: string): number[] {
  const codes = new Set(Array.from(description.matchAll(/^\| (\d+) \|/gm), ([, code]) => Number(code)));
  // Every endpoint returns 10212 to a blocked client. The code is listed only for endpoints where it can also mean that
  // the card is frozen.
  if (!description.includes('| 10212 | the card is frozen |')) codes.delete(10212);
  return [...codes.difference(COMMON)].toSorted((a, b) => a - b);
}
