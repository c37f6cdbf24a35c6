import { parameterError } from '@app/auth-signature';
import type { RemoteFunction } from '@app/database';
import {
  CARD,
  type CachedSession,
  type ClientCall,
  type HolderKind,
  type SessionService,
  USER,
} from '@app/licensing';
import { hasLength, isPrintable } from '@app/platform';
import { isTrial } from '../is-trial.js';
import type { CallFunctionDto } from './function.dto.js';

/** The card or user on whose behalf a function is called. */
export interface FunctionCaller {
  readonly kind: HolderKind;
  readonly session: CachedSession;
  readonly requestId: string | null;
}

/**
 * Returns the card or user on whose behalf a function is called; undefined if the function requires none, or a trial
 * calls it.
 * @throws ParameterError 400 if the function requires a caller and a parameter is missing or malformed
 * @throws RefusalError 10214 if the session is not valid, or for a trial the codes of `isTrial`
 */
export async function requireCaller(
  sessions: SessionService,
  call: ClientCall,
  stored: Pick<RemoteFunction, 'cost' | 'requireFeature' | 'trials'>,
  parameters: CallFunctionDto,
): Promise<FunctionCaller | undefined> {
  if (stored.cost === 0 && stored.requireFeature === null) return undefined;
  const { card, username, token, request_id: requestId } = parameters;
  const name = card || username;
  if (!name && (await isTrial(sessions, call, stored, parameters))) return undefined;
  if (!name) throw parameterError('card', 'required');
  if (!token) throw parameterError('token', 'required');
  if (stored.cost > 0 && requestId !== undefined) requireRequestId(requestId);
  const kind = card ? CARD : USER;
  const session = await sessions.requireActive(kind, call, name, token);
  return { kind, session, requestId: requestId ?? null };
}

/**
 * Makes the same check as `RequestId`, but only for functions with a cost. Other functions ignore the request id, like
 * an unknown parameter, and accept any value.
 */
function requireRequestId(text: string): void {
  if (!isPrintable(text)) throw parameterError('request_id', 'printable');
  if (!hasLength(text, 1, 64)) throw parameterError('request_id', 'length', 1, 64);
}
