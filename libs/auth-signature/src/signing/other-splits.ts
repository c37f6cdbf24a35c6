import type { Reason } from '../errors/client-errors.js';
import { isNonce, isTimestamp } from '../parameters/common-parameter-faults.js';
import type { Parameters } from '../parameters/read-parameters.js';
import { canonicalString } from './signature.js';

const PARAMETER_NAME = /^[A-Za-z_][A-Za-z0-9_.-]*$/;

/** The common parameters in the order in which a signed text contains them; `sign` is never part of it. */
const SIGNED_COMMON = ['app_key', 'nonce', 'timestamp'] as const;

/**
 * Returns the faults that would let a correctly signed request differ from the request that the client signed. The
 * signed text does not distinguish `&` and `=` inside values from `&` and `=` between parameters. If a request has none
 * of these faults, its text can be read with only one nonce and one timestamp, so that only one request is accepted
 * with the signature. The text of a response begins with a digit and can therefore never be the text of a request.
 * @param known the parameters of the endpoint, including the common ones
 * @param knownAnywhere the parameters of all endpoints
 */
export function splitFaults(
  parameters: Parameters,
  known: ReadonlySet<string>,
  knownAnywhere: ReadonlySet<string>,
): Record<string, Reason> | undefined {
  // A Map, since a name such as `__proto__` is not an ordinary property.
  let faults: Map<string, Reason> | undefined;
  let suspect: string | undefined;
  for (const [name, value] of parameters) {
    if (!known.has(name) && !PARAMETER_NAME.test(name))
      (faults ??= new Map()).set(name, { key: 'parameter_name' });
    else if (value.includes('&')) {
      const [nonce, timestamp] = [value.includes('&nonce='), value.includes('&timestamp=')];
      if (!known.has(name)) (faults ??= new Map()).set(name, { key: 'ampersand' });
      else if (nonce && timestamp) (faults ??= new Map()).set(name, { key: 'nonce_and_timestamp' });
      else if (nonce || timestamp) suspect = name;
    }
  }
  if (!faults && suspect !== undefined && hasOtherReading(parameters, knownAnywhere))
    return { [suspect]: { key: 'ambiguous' } };
  return faults && Object.fromEntries(faults);
}

/** One way to parse the beginning of a signed text as parameters. */
interface Reading {
  /** Number of common parameters parsed. */
  readonly common: number;
  /** Positions of nonce and timestamp. */
  readonly at: string;
  /** Name of the last parameter. */
  readonly last: string;
  /** True if the last parameter's value may continue after an `&`. */
  readonly open: boolean;
}

/** True if some endpoint may accept a request that has the same signed text, but a different nonce or timestamp. */
function hasOtherReading(parameters: Parameters, knownAnywhere: ReadonlySet<string>): boolean {
  const appKey = parameters.get('app_key')!;
  let readings: Reading[] = [{ common: 0, at: '', last: '', open: false }];
  for (const [position, segment] of canonicalString(parameters).split('&').entries()) {
    const next = readings.filter(({ open }) => open);
    const name = segment.slice(0, Math.max(segment.indexOf('='), 0));
    const value = segment.slice(name.length + 1);
    if (PARAMETER_NAME.test(name) && name !== 'sign' && (name !== 'app_key' || value === appKey)) {
      for (const reading of readings) {
        const begun = begin(reading, name, value, position, knownAnywhere);
        if (begun) keep(begun, next);
      }
    }
    readings = next;
  }
  const complete = readings.filter(({ common }) => common === SIGNED_COMMON.length);
  return new Set(complete.map(({ at }) => at)).size > 1;
}

/**
 * Extends a reading by a parameter. Returns `undefined` if the result cannot be a request: names must be sorted, and no
 * common parameter may be missing.
 */
function begin(
  { common, at, last }: Reading,
  name: string,
  value: string,
  position: number,
  knownAnywhere: ReadonlySet<string>,
): Reading | undefined {
  const due = SIGNED_COMMON[common];
  if (name <= last || (due !== undefined && name > due)) return undefined;
  if (name !== due) return { common, at, last: name, open: knownAnywhere.has(name) };
  if ((due === 'nonce' && !isNonce(value)) || (due === 'timestamp' && !isTimestamp(value))) return undefined;
  return { common: common + 1, at: due === 'app_key' ? at : `${at} ${position}`, last: name, open: false };
}

/**
 * Adds a reading unless it is redundant. Of the readings that can continue in the same way, one is enough for each
 * combination of positions of nonce and timestamp. Two combinations already prove that the text is ambiguous.
 */
function keep(begun: Reading, readings: Reading[]): void {
  const alike = readings.filter(({ common }) => common === begun.common);
  if (alike.some(({ at, open }) => at === begun.at && (open || !begun.open))) return;
  if (alike.filter(({ open }) => open === begun.open).length < 2) readings.push(begun);
}
