import { type ClientApplication, secretsAt } from '@app/applications';
import { type Parameters, signaturesMatch, sign } from '@app/auth-signature';
import type { SignMode } from '@app/database';
import { type CheckedRequest, rulesOf } from './checked-request.js';
import {
  applicationFindings,
  compatFindings,
  commonFindings,
  type Finding,
  finding,
  splitFindings,
  timestampFindings,
} from './findings.js';
import { explainMismatch, previousSecretFinding } from './sign-findings.js';
import type { MatchedSecret, SignatureCheckDto } from './signature-check.dto.js';

/** Text that replaces the secret wherever a client sent it. */
const HIDDEN = '(app_secret)';

/**
 * Checks a client's request as the client API does, and returns the faults of the request.
 * @param request with its parameters in the order they were sent
 * @param now epoch milliseconds
 */
export function checkSignature(
  application: ClientApplication,
  request: CheckedRequest,
  now: number,
): SignatureCheckDto {
  const { parameters } = request;
  const { signMode, clockLeewaySec, textOf } = rulesOf(application, request);
  const text = textOf(parameters);
  const given = parameters.get('sign') || null;
  const matchedSecret = matchSecret(application, signMode, text, given, now);
  const hide = secretHider(application);
  return {
    parameters: Object.fromEntries([...parameters].map(([key, value]) => [hide(key), hide(value)])),
    signMode,
    canonicalString: hide(text),
    expectedSign: sign(text, application.secret, signMode),
    givenSign: given && hide(given),
    matches: matchedSecret !== 'none',
    matchedSecret,
    findings: [
      ...applicationFindings(application, parameters),
      ...compatFindings(application, request),
      ...commonFindings(parameters),
      ...splitFindings(signMode, parameters),
      ...timestampFindings(clockLeewaySec, parameters, now),
      ...secretFindings(parameters, hide),
      ...signFindings(application, request, given, matchedSecret, now),
    ].map((found) => redact(found, hide)),
  };
}

function matchSecret(
  application: ClientApplication,
  mode: SignMode,
  text: string,
  given: string | null,
  now: number,
): MatchedSecret {
  const matches = secretsAt(application, now).findIndex(
    (secret) => given !== null && signaturesMatch(given, sign(text, secret, mode)),
  );
  return (['current', 'previous'] as const)[matches] ?? 'none';
}

function signFindings(
  application: ClientApplication,
  request: CheckedRequest,
  given: string | null,
  matchedSecret: MatchedSecret,
  now: number,
): Finding[] {
  // The missing signature has already been reported.
  if (given === null) return [];
  const upperCase = /^[\dA-Fa-f]*[A-F][\dA-Fa-f]*$/.test(given)
    ? [finding('info', 'sign_upper_case', 'sign has capital letters, which is accepted')]
    : [];
  switch (matchedSecret) {
    case 'current':
      return upperCase;
    case 'previous':
      return [...upperCase, previousSecretFinding(application, now)];
    case 'none':
      return explainMismatch(application, request, given, now);
  }
}

function secretFindings(parameters: Parameters, hide: (text: string) => string): Finding[] {
  const leaks = [...parameters].filter(([key, value]) => hide(key) !== key || hide(value) !== value);
  return leaks.map(([key]) => {
    const parameter = hide(key);
    return finding('error', 'secret_sent', `${parameter} contains the secret, which must never be sent`, {
      parameter,
    });
  });
}

/** Redacts the secrets in a finding. A finding quotes names of parameters, and a client may have put a secret there. */
function redact({ severity, code, message, details }: Finding, hide: (text: string) => string): Finding {
  const redacted = Object.entries(details).map(([name, value]) => [
    name,
    typeof value === 'string' ? hide(value) : value,
  ]);
  return { severity, code, message: hide(message), details: Object.fromEntries(redacted) as typeof details };
}

/** Returns a function that redacts the secrets in a text. */
function secretHider({ secret, previousSecret }: ClientApplication): (text: string) => string {
  const secrets = [secret, ...(previousSecret === null ? [] : [previousSecret])];
  return (text) => secrets.reduce((rest, each) => rest.replaceAll(each, HIDDEN), text);
}
