import type { RemoteFunction, Variable } from '@app/database';
import { type ClientCall, isExpired, RefusalError, type SessionService, trialsOf } from '@app/licensing';

/** The parameters with which a request identifies a trial. */
interface TrialProof {
  readonly device_id?: string;
  readonly token?: string;
}

/**
 * Returns true when a running trial requests a variable or function that is open to trials. A trial has no features.
 * @throws RefusalError 10404, 10405, 10406 if the trial is not logged in or has ended, 10503 if a feature is required
 */
export async function isTrial(
  sessions: SessionService,
  call: ClientCall,
  { trials, requireFeature }: Pick<Variable | RemoteFunction, 'trials' | 'requireFeature'>,
  { device_id, token }: TrialProof,
): Promise<boolean> {
  if (!trials || call.application.trial === 'off' || !device_id || !token) return false;
  const kind = trialsOf(call.application);
  const session = await sessions.requireActive(kind, call, device_id, token);
  if (isExpired(session, call.now)) throw new RefusalError(kind.refusals.expired);
  if (requireFeature !== null) throw new RefusalError('FEATURE_MISSING');
  return true;
}
