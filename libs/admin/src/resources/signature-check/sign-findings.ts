import { type ClientApplication, secretsAt } from '@app/applications';
import type { SignMode } from '@app/database';
import { type CheckedRequest, rulesOf } from './checked-request.js';
import { type Finding, finding } from './findings.js';
import { explainSign, type SignMistake } from './sign-mistakes.js';

const MODES: Record<SignMode, { name: string; digits: number }> = {
  md5: { name: 'MD5', digits: 32 },
  'hmac-sha256': { name: 'HMAC-SHA256', digits: 64 },
  'hmac-sha256-path': { name: 'HMAC-SHA256 with method and path', digits: 64 },
};
/** Digest lengths of MD5, SHA-1, SHA-256 and SHA-512. */
const DIGEST_BYTES = new Set([16, 20, 32, 64]);

const MISTAKES: Record<SignMistake, (digest: string, mode: string) => string> = {
  sign_included: () => 'sign is part of the signed text: remove it',
  empty_values_left_out: () => 'Parameters with empty values are missing: include them as key=',
  keys_not_sorted: () => 'The parameters are not sorted by name in byte order',
  values_url_encoded: () => 'The values were URL-encoded before signing: sign the raw values',
  values_not_escaped: () => 'The values are not escaped: write %, =, CR and LF as %25, %3D, %0D and %0A',
  path_wrong: () =>
    'The path is not signed as it was sent: it begins with /api/client/v1, or with /v1, and has no query',
  host_missing: () => 'Method, host and path are missing in front of the parameters',
  host_wrong: () => 'The host is not signed as it was sent: neither its port nor its letter case may differ',
  method_wrong: () => 'The method is not signed as it was sent: it is in capital letters',
  line_end_added: () => 'A line end follows the last line: remove it',
  secret_missing: () => 'The secret is missing: append it to the text',
  secret_in_front: () => 'The secret is at the start of the text: put it only at the end',
  secret_joined: () => 'The secret follows an & or a parameter name: append it directly to the last value',
  secret_appended: () => 'The secret was appended to the text: with HMAC, use it only as the key',
  other_mode: (digest, mode) => `Signed with ${digest}, but the application uses ${mode}`,
  other_digest: (digest, mode) => `Signed with ${digest}, not with ${mode}`,
};

/**
 * Explains a wrong `sign` by known mistakes that produce exactly this `sign`.
 * @param now epoch milliseconds
 */
export function explainMismatch(
  application: ClientApplication,
  request: CheckedRequest,
  given: string,
  now: number,
): Finding[] {
  const { secret, previousSecret } = application;
  const { signMode } = rulesOf(application, request);
  const base64 = fromBase64(given);
  const explain = (known: string) => explainSign(request, known, signMode, base64 ?? given);
  const byCurrent = explain(secret);
  const byPrevious = byCurrent || previousSecret === null ? undefined : explain(previousSecret);
  const explanation = byCurrent ?? byPrevious;
  if (!explanation) return [unexplained(given, signMode)];
  const { mistakes, digest } = explanation;
  return [
    ...mistakes.map((code) =>
      finding('error', code, MISTAKES[code](digest, MODES[signMode].name), { digest }),
    ),
    ...(base64 ? [finding('error', 'sign_base64', 'sign is in Base64: send it in hexadecimal')] : []),
    ...(byPrevious ? [previousSecretFinding(application, now)] : []),
  ];
}

/**
 * Returns the finding for a `sign` that was made with the previous secret, which the last rotation replaced.
 * @param now epoch milliseconds
 */
export function previousSecretFinding(application: ClientApplication, now: number): Finding {
  const message = 'Signed with the secret before the last rotation';
  return secretsAt(application, now).length > 1
    ? finding('warning', 'previous_secret', `${message}, which is still valid for a while`, {
        until: application.previousSecretUntil!,
      })
    : finding('error', 'previous_secret_ended', `${message}, which is no longer valid`);
}

function unexplained(given: string, mode: SignMode): Finding {
  const { name, digits } = MODES[mode];
  if (given.length !== digits || !isHex(given)) {
    const message = `sign is not ${name}: expected ${digits} hexadecimal digits, got ${given.length} characters`;
    return finding('error', 'sign_malformed', message, { length: given.length, expected: digits });
  }
  const message =
    'No known mistake explains the sign: the secret differs, or the signed values differ from the sent ones';
  return finding('error', 'sign_unexplained', message);
}

/** Converts a digest from Base64 to hexadecimal. Returns undefined if the text is not a digest in Base64. */
function fromBase64(given: string): string | undefined {
  if (isHex(given) || !/^[\w+/-]+={0,2}$/.test(given)) return undefined;
  const bytes = Buffer.from(given, 'base64');
  return DIGEST_BYTES.has(bytes.length) ? bytes.toString('hex') : undefined;
}

function isHex(text: string): boolean {
  return /^[\da-f]+$/i.test(text);
}
