import type { Consumption, LicenceHolder } from '@app/database';
import type { HolderKind } from '../holder-kind.js';
import type { RefusalName } from '../refusal-error.js';
import { consumeUses, type Counter, usesOf } from './uses.js';
import { isExpired } from './validity.js';

/** A request to consume uses. */
export type ConsumeRequest = Pick<
  Consumption,
  'requestId' | 'functionName' | 'paramsHash' | 'amount' | 'value'
>;

/** An earlier consumption, or a consumption to be recorded. */
export type Consumed = ConsumeRequest & Pick<Consumption, 'usesLeft' | 'usesTotal' | 'resetsAt'>;

export type ConsumeDecision =
  | { readonly refusal: RefusalName }
  /** The earlier consumption, if the same request was answered before. */
  | { readonly repeats: Consumed }
  | { readonly takes: Consumed; readonly changes: Partial<Counter> };

/**
 * Decides about one request. A repeated request gets the first answer, even if the holder has changed since.
 * @param holder includes the uses consumed by earlier requests of the same transaction
 * @param known the consumption with the request's id, if any
 * @param now epoch milliseconds
 */
export function decideConsumption(
  kind: HolderKind,
  holder: Counter & Pick<LicenceHolder, 'status' | 'frozen' | 'expiresAt'>,
  request: ConsumeRequest,
  known: Consumed | undefined,
  now: number,
  timeZone: string,
): ConsumeDecision {
  // The session was checked before the holder was locked. If the holder was frozen, reset or consumed in the meantime,
  // the session has ended.
  if (holder.status !== 'activated' || holder.frozen) return { refusal: 'SESSION_INVALID' };
  if (known) return isSame(known, request) ? { repeats: known } : { refusal: 'REQUEST_ID_REUSED' };
  if (isExpired(holder, now)) return { refusal: kind.refusals.expired };
  if (holder.uses === null) return { refusal: kind.refusals.notCounted };
  const changes = consumeUses(holder, request.amount, now, timeZone);
  if (!changes) return { refusal: 'USES_INSUFFICIENT' };
  const { left, total, resetsAt } = usesOf({ ...holder, ...changes }, now, timeZone)!;
  return { takes: { ...request, usesLeft: left, usesTotal: total, resetsAt }, changes };
}

/**
 * True if two requests are the same. Function calls are compared by name and parameters but not by amount, since an
 * administrator may have changed the cost meanwhile.
 */
function isSame(known: Consumed, { functionName, paramsHash, amount }: ConsumeRequest): boolean {
  return (
    known.functionName === functionName &&
    known.paramsHash === paramsHash &&
    (functionName !== null || known.amount === amount)
  );
}
