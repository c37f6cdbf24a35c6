import { ParameterError, type Parameters, parseParameters, reasonText, sentPath } from '@app/auth-signature';
import type { SignMode } from '@app/database';
import { isPaojiaoyunUrl } from '@app/paojiaoyun';
import { invalid, problem } from '../../errors/admin-error.js';
import type { CheckedRequest } from './checked-request.js';
import type { CheckSignatureDto } from './signature-check.dto.js';

/** Maximum size of a checked request: while the check tries every known signing mistake, other requests wait. */
const MAX_BYTES = 16 * 1024;
/** A request that is given as its URL. */
const ADDRESS = /^(?:https?:\/\/(?<host>[^/?\s]*)[^?\s]*|\/[^?\s]*)\?/;

/**
 * Parses a client's request as the client API does.
 * @throws AdminError 422 if the parameters are malformed or too long, both or neither of `raw` and `parameters` are
 * given, or a signed path or host is missing
 */
export function readRequest(dto: CheckSignatureDto, mode: SignMode): CheckedRequest {
  const { method = 'POST', raw = '' } = dto;
  const address = ADDRESS.exec(raw.trim());
  // The query is not signed, and may contain a password that the audit log would then contain.
  const path = dto.path?.replace(/\?.*/s, '') ?? (address ? sentPath(raw.trim()) : '');
  if (isPaojiaoyunUrl(path)) {
    const host = dto.host ?? address?.groups?.host;
    if (host === undefined) throw invalid({ host: problem('required') });
    return { method, host, path, parameters: readParameters(dto) };
  }
  if (path === '' && mode === 'hmac-sha256-path') throw invalid({ path: problem('required') });
  return { method, path, parameters: readParameters(dto) };
}

function readParameters({ raw, parameters }: CheckSignatureDto): Parameters {
  if ((raw === undefined) === (parameters === undefined)) {
    throw invalid({ raw: problem('one_of_two', { other: 'parameters' }) });
  }
  const field = raw === undefined ? 'parameters' : 'raw';
  const text = raw?.trim() ?? JSON.stringify(parameters);
  if (Buffer.byteLength(text) > MAX_BYTES) {
    throw invalid({ [field]: problem('too_many_bytes', { max: MAX_BYTES }) });
  }
  try {
    return raw === undefined ? parseParameters(text, 'json') : parseRaw(text);
  } catch (error) {
    if (error instanceof ParameterError)
      throw invalid({ [field]: problem('unreadable', { reason: reasonOf(error) }) });
    throw error;
  }
}

function parseRaw(text: string): Parameters {
  if (text.startsWith('{')) return parseParameters(text, 'json');
  const query = text.startsWith('?') ? text.slice(1) : text.replace(ADDRESS, '');
  return parseParameters(query, 'urlencoded');
}

/** Returns the faults with their parameters, such as `nonce: is given more than once`. */
function reasonOf({ reasons }: ParameterError): string {
  const each = Object.entries(reasons).map(([parameter, reason]) => {
    const text = reasonText(reason, 'en');
    return parameter === 'body' ? text : `${parameter}: ${text}`;
  });
  return each.join('; ');
}
