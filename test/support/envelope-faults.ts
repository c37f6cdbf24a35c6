import { INSIDE } from './is-refusal.js';
import type { Answer } from './signed-client.js';

const STATUSES = new Set([200, 404, 413, 415, 429]);
const FIELDS = ['code', 'message', 'result', 'errs'];
/** Code of a function that threw an error. The message comes from the function. */
const FUNCTION_FAILED = 10543;

/** Returns the fault in the format of a client API response, or `undefined` if there is none. */
export function faultOfEnvelope({ status, headers, text }: Answer): string | undefined {
  const told = `${status} ${text.slice(0, 500)}`;
  if (!STATUSES.has(status)) return `the status ${told}`;
  if (headers.get('content-type') !== 'application/json; charset=utf-8') return `the content type of ${told}`;
  const { code, message, result = {}, errs = {}, ...rest } = JSON.parse(text) as Record<string, unknown>;
  // The URL was too long, so the API was not known yet.
  if (status === 413 && rest.statusCode === 413) delete rest.statusCode;
  const { nonce, sign, ...more } = rest;
  if (code !== 0 && (nonce === undefined || sign === undefined)) return `no nonce or sign in ${told}`;
  if (Object.keys(more).length > 0) return `fields beside ${FIELDS.join()}: ${told}`;
  if (!Number.isInteger(code) || (status !== 200 && code !== status)) return `the code ${told}`;
  if (typeof message !== 'string' || message === '') return `the message ${told}`;
  const values = Object.values(result as object).every((value) =>
    ['string', 'number'].includes(typeof value),
  );
  const reasons = Object.values(errs as object).every((reason) => typeof reason === 'string');
  if (!values || !reasons) return `what is not flat: ${told}`;
  if (code !== 0 && code !== FUNCTION_FAILED && INSIDE.test(text)) return `words of the inside: ${told}`;
  return undefined;
}
