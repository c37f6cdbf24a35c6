import type { ClientApplication } from '@app/applications';
import {
  commonParameterFaults,
  parametersOfAll,
  type Parameters,
  splitFaults,
  timestampFault,
  TOLERANCE_SEC,
} from '@app/auth-signature';
import type { SignMode } from '@app/database';
import { PAOJIAOYUN_ROUTES, PaojiaoyunRequest } from '@app/paojiaoyun';
import { toSeconds } from '@app/platform';
import type { CheckedRequest } from './checked-request.js';
import type { FindingCode, Severity, SignatureFindingDto } from './signature-check.dto.js';

export type Finding = SignatureFindingDto;

export function finding(
  severity: Severity,
  code: FindingCode,
  message: string,
  details: Finding['details'] = {},
): Finding {
  return { severity, code, message, details };
}

/** Returns faults that concern the application or its `app_key`. */
export function applicationFindings(
  { appKey, enabled, name }: ClientApplication,
  parameters: Parameters,
): Finding[] {
  const findings: Finding[] = [];
  if (!enabled) {
    findings.push(
      finding(
        'error',
        'application_disabled',
        `The application ${name} is disabled: every request is refused with 10230`,
      ),
    );
  }
  const given = parameters.get('app_key');
  if (given && given !== appKey) {
    findings.push(
      finding(
        'error',
        'app_key_wrong',
        `app_key is wrong: the app_key of the application ${name} is ${appKey}`,
        {
          parameter: 'app_key',
          expected: appKey,
        },
      ),
    );
  }
  return findings;
}

/** Returns the reasons why a request under `/v1` does not reach the application. */
export function compatFindings(
  application: ClientApplication,
  { method, host, path }: CheckedRequest,
): Finding[] {
  if (host === undefined) return [];
  const { compat, compatHosts, name } = application;
  if (compat !== 'paojiaoyun') {
    const message = `The application ${name} does not serve clients of 泡椒云: every request under /v1 is refused with 10230`;
    return [finding('error', 'compat_off', message)];
  }
  const findings: Finding[] = [];
  if (!new PaojiaoyunRequest(method, host, path).accepts(application)) {
    const message = `The application ${name} does not accept the host ${host}: the request is refused with 10230`;
    findings.push(finding('error', 'host_not_accepted', message, { host, accepted: compatHosts.join(', ') }));
  }
  if (!PAOJIAOYUN_ROUTES.has(`${method} ${path}`)) {
    const message = `${method} ${path} does not exist: the request is refused with 404`;
    findings.push(finding('error', 'path_unknown', message, { method, path }));
  }
  return findings;
}

/** Returns faults of the parameters that every request must contain. */
export function commonFindings(parameters: Parameters): Finding[] {
  return Object.entries(commonParameterFaults(parameters)).map(([parameter, { key, args = [] }]) => {
    const of = (code: FindingCode, message: string, details: Finding['details'] = {}) =>
      finding('error', code, message, { parameter, ...details });
    if (key === 'required')
      return of('parameter_missing', `${parameter} is missing: every request must contain it`);
    if (key === 'ampersand') return of('nonce_ampersand', 'nonce must not contain &');
    if (key === 'length') {
      const max = Number(args[1]);
      return of('nonce_too_long', `nonce has more than ${max} characters`, { max });
    }
    return /^\d{13}$/.test(parameters.get('timestamp')!)
      ? of('timestamp_milliseconds', 'timestamp is in milliseconds: send whole seconds')
      : of('timestamp_malformed', 'timestamp must be whole epoch seconds');
  });
}

const SPLITS: Record<string, [code: FindingCode, message: (parameter: string) => string]> = {
  parameter_name: [
    'parameter_name',
    (parameter) =>
      `${parameter} is not a valid parameter name: use a letter or _, then ASCII letters, digits, _, . and -`,
  ],
  ampersand: [
    'value_ampersand',
    (parameter) => `${parameter} contains &, which only values of the API's own parameters may contain`,
  ],
  nonce_and_timestamp: [
    'value_nonce_and_timestamp',
    (parameter) => `${parameter} contains both &nonce= and &timestamp=`,
  ],
  ambiguous: [
    'value_ambiguous',
    (parameter) =>
      `${parameter} contains &nonce= or &timestamp=, so the signed text could be read as a different request`,
  ],
};

/**
 * Returns faults of names and values that make the signed text ambiguous: the text could also belong to another
 * request. Parameters of all endpoints count as known here, since a pasted request does not show its endpoint. In the
 * mode `hmac-sha256-path`, signed texts are never ambiguous.
 */
export function splitFindings(signMode: SignMode, parameters: Parameters): Finding[] {
  if (signMode === 'hmac-sha256-path') return [];
  const faults = splitFaults(parameters, parametersOfAll(), parametersOfAll()) ?? {};
  return Object.entries(faults).map(([parameter, { key }]) => {
    const [code, message] = SPLITS[key]!;
    return finding('error', code, message(parameter), { parameter });
  });
}

/**
 * Returns faults of the timestamp.
 * @param clockLeewaySec seconds that the timestamp may be ahead of the server's time
 * @param now epoch milliseconds
 */
export function timestampFindings(clockLeewaySec: number, parameters: Parameters, now: number): Finding[] {
  const text = parameters.get('timestamp') ?? '';
  if (!/^\d{1,12}$/.test(text)) return [];
  const fault = timestampFault(Number(text), now, clockLeewaySec);
  const seconds = Math.abs(Number(text) - toSeconds(now));
  if (fault === 'TIMESTAMP_IN_FUTURE') {
    const leeway = clockLeewaySec > 0 ? `, more than the ${clockLeewaySec} that the application allows` : '';
    const message = `timestamp is ${seconds} seconds ahead of the server's time${leeway}: check the client's clock`;
    return [finding('error', 'timestamp_in_future', message, { seconds })];
  }
  if (fault === 'SIGNATURE_EXPIRED') {
    // This is only a warning, since a pasted request was usually sent some time ago.
    const message = `timestamp is ${seconds} seconds behind the server's time; a request has ${TOLERANCE_SEC} seconds to arrive`;
    return [finding('warning', 'timestamp_old', message, { seconds })];
  }
  return [];
}
