import { type ClientApplication, secretsAt } from '@app/applications';
import type { Parameters } from '@app/auth-signature';
import type { SignMode } from '@app/database';
import { type Finding, finding } from './findings.js';
import { explainSign, type SignMistake } from './sign-mistakes.js';

const MODES: Record<SignMode, { name: string; digits: number }> = {
  md5: { name: 'MD5', digits: 32 },
  'hmac-sha256': { name: 'HMAC-SHA256', digits: 64 },
};
/** Digest lengths of MD5, SHA-1, SHA-256 and SHA-512. */
const DIGEST_BYTES = new Set([16, 20, 32, 64]);

const MISTAKES: Record<SignMistake, (digest: string, mode: string) => string> = {
  sign_included: () => 'sign itself is among what was signed: leave it out',
  empty_values_left_out: () => 'Parameters with empty values were left out: they stay, as key=',
  keys_not_sorted: () => 'The parameters are not sorted by name, byte by byte',
  values_url_encoded: () => 'The values were signed URL-encoded: sign them as they are',
  secret_missing: () => 'The secret is missing: it is appended to the text',
  secret_in_front: () => 'The secret stands in front of the text: it goes behind it, and nowhere else',
  secret_joined: () => 'The secret was joined to the text by & or a name: it follows the last value directly',
  secret_appended: () => 'The secret was appended to the text: with HMAC it is only the key',
  other_mode: (digest, mode) => `Signed with ${digest}, but the application is set to ${mode}`,
  other_digest: (digest, mode) => `Signed with ${digest}, not with ${mode}`,
};

/**
 * Explains a wrong sign by the mistakes it was made with, where they are known.
 * @param now epoch milliseconds
 */
export function explainMismatch(
  application: ClientApplication,
  parameters: Parameters,
  given: string,
  now: number,
): Finding[] {
  const { signMode, secret, previousSecret } = application;
  const base64 = fromBase64(given);
  const explain = (known: string) => explainSign(parameters, known, signMode, base64 ?? given);
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
 * Returns the finding for a sign made with the secret before the last rotation.
 * @param now epoch milliseconds
 */
export function previousSecretFinding(application: ClientApplication, now: number): Finding {
  const message = 'Signed with the secret before the last rotation';
  return secretsAt(application, now).length > 1
    ? finding('warning', 'previous_secret', `${message}, which verifies for a while yet`, {
        until: application.previousSecretUntil!,
      })
    : finding('error', 'previous_secret_ended', `${message}, which does not verify any more`);
}

function unexplained(given: string, mode: SignMode): Finding {
  const { name, digits } = MODES[mode];
  if (given.length !== digits || !isHex(given)) {
    const message = `sign is no ${name}, which has ${digits} hexadecimal digits; this has ${given.length} characters`;
    return finding('error', 'sign_malformed', message, { length: given.length, expected: digits });
  }
  const message =
    'No known mistake explains sign: another secret was used, or other values were signed than were sent';
  return finding('error', 'sign_unexplained', message);
}

/** Converts a digest from Base64 to hexadecimal; undefined when it is not one. */
function fromBase64(given: string): string | undefined {
  if (isHex(given) || !/^[\w+/-]+={0,2}$/.test(given)) return undefined;
  const bytes = Buffer.from(given, 'base64');
  return DIGEST_BYTES.has(bytes.length) ? bytes.toString('hex') : undefined;
}

function isHex(text: string): boolean {
  return /^[\da-f]+$/i.test(text);
}
