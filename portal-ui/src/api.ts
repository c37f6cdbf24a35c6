import { solve } from './proof-of-work';
import type { Account, Page } from './types';

/** A refusal by the server. */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    /** Code of the refusal, or `offline` if the server could not be reached. */
    readonly code: string,
    readonly params: { readonly [name: string]: string | number },
    message: string,
  ) {
    super(message);
    // Classes compiled for old browsers lose their prototype when they extend built-in ones.
    Object.setPrototypeOf(this, ApiError.prototype);
  }
}

/** True if the server refused a request with the given code. */
export function isRefusal(error: unknown, code: string): error is ApiError {
  return error instanceof ApiError && error.code === code;
}

/** Receives the progress of a proof of work, from 0 to 1, and `null` when the work has ended. */
export type OnWork = (done: number | null) => void;

const SLUG = location.pathname.split('/')[2] || '';
const BASE = `/api/portal/v1/${SLUG}`;

/**
 * Public id of the session whose account the page shows. In the meantime, another tab may have signed in with a
 * different account.
 */
let shownSession = '';

async function send<T>(path: string, body?: object, session?: string, proof?: string): Promise<T> {
  let response: Response;
  try {
    response = await fetch(BASE + path, {
      method: body ? 'POST' : 'GET',
      // The default of old browsers is `omit`.
      credentials: 'same-origin',
      cache: 'no-store',
      headers: {
        Accept: 'application/json',
        ...(body && { 'Content-Type': 'application/json' }),
        ...(session && { 'X-Portal-Session': session }),
        ...(proof !== undefined && { 'X-Proof-Of-Work': proof }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
  } catch (error) {
    throw new ApiError(0, 'offline', {}, String(error));
  }
  const answer = await response.json().catch(() => ({}));
  if (response.ok) return answer as T;
  throw new ApiError(
    response.status,
    answer.code || 'unavailable',
    answer.params || {},
    answer.message || '',
  );
}

/** Sends a request. If the server demands a proof of work, solves it and sends the request again. */
async function post<T>(path: string, body: object, onWork: OnWork = () => undefined): Promise<T> {
  // Both requests must name the same session, but `shownSession` changes if the account is reloaded during the work.
  const session = shownSession;
  try {
    return await send<T>(path, body, session);
  } catch (error) {
    if (!isRefusal(error, 'proof_required')) throw error;
    const { challenge, bits } = error.params;
    try {
      const proof = await solve(String(challenge), Number(bits), onWork);
      return await send<T>(path, body, session, proof);
    } finally {
      onWork(null);
    }
  }
}

export const getPage = () => send<Page>('');
/** Reads the account. Refuses with `session_changed` if the page shows the account of another session. */
export const getAccount = async (shown: Account | undefined) => {
  const account = await send<Account>('/account');
  if (shown && account.sessionId !== shown.sessionId) throw new ApiError(409, 'session_changed', {}, '');
  shownSession = account.sessionId;
  return account;
};
export const signIn = (credential: object, onWork: OnWork) => post('/sign-in', credential, onWork);
export const signOut = () => post('/sign-out', {});
export const unbind = (device: number, unbindPassword: string | undefined, onWork: OnWork) =>
  post('/unbind', { device, unbindPassword }, onWork);
export const recharge = (card: string, onWork: OnWork) => post('/recharge', { card }, onWork);
export const setUnbindPassword = (password: string, current: string | undefined, onWork: OnWork) =>
  post('/unbind-password', { password, current }, onWork);
export const endSessions = (session?: number) => post<{ ended: number }>('/end-sessions', { session });
export const getTicket = (requestCode: string) =>
  post<{ ticket: string; expiresAt: number }>('/ticket', { requestCode });
