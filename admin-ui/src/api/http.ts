import { HttpError } from 'react-admin';
import { i18nProvider } from '../i18n';
import { isFromProxy } from './connection';
import { connection } from './server-connection';
import { session } from './session';
import type { Me } from './types';
import { type Problem, faultTexts, problemText } from '../i18n/problem-text';

const API = '/api/admin/v1';

export interface Answer<T> {
  data: T;
  headers: Headers;
}

/** Returns a URL that the browser opens itself, for example for a download. */
export function apiUrl(path: string): string {
  return API + path;
}

/**
 * Sends a request to the admin API.
 * @throws HttpError with messages in the panel's language; messages for fields are in `body.errors`, as forms expect
 */
export async function request<T>(method: string, path: string, body?: unknown): Promise<Answer<T>> {
  return body === undefined
    ? send<T>(method, path)
    : send<T>(method, path, { type: 'application/json', text: JSON.stringify(body) });
}

/** Sends a request whose answer is a text, such as a file; throws like `request`. */
export async function requestText(method: string, path: string, body?: unknown): Promise<Answer<string>> {
  const sent = body === undefined ? undefined : { type: 'application/json', text: JSON.stringify(body) };
  const { response, text } = await exchange(method, path, sent);
  if (!response.ok) throw failure(response, parse(text) as Problem | undefined);
  return { data: text, headers: response.headers };
}

/** Posts a text unchanged, such as a chosen file; throws like `request`. */
export function upload<T>(
  path: string,
  text: string,
  type: 'text/csv' | 'text/plain' | 'application/json',
): Promise<Answer<T>> {
  return send<T>('POST', path, { type, text });
}

async function send<T>(method: string, path: string, body?: Body): Promise<Answer<T>> {
  const { response, text } = await exchange(method, path, body);
  const answer = parse(text);
  if (!response.ok) throw failure(response, answer as Problem | undefined);
  return { data: answer as T, headers: response.headers };
}

interface Body {
  readonly type: string;
  readonly text: string;
}

interface Exchange {
  readonly response: Response;
  readonly text: string;
}

/**
 * Sends a request. If another tab has replaced the session, sends the request again. This is safe: the server checks
 * the CSRF token before it does anything else, so the refused request has changed nothing.
 */
async function exchange(method: string, path: string, body?: Body): Promise<Exchange> {
  const answer = await exchangeWhenPossible(method, path, body);
  if (!isRefused(answer, 403, 'wrong_csrf_token')) return answer;
  const { data } = await send<Me>('GET', '/auth/me');
  if (session.adopt(data)) return exchangeWhenPossible(method, path, body);
  location.reload();
  return answer;
}

/**
 * Sends a request. While the server is unavailable, or the user has to sign in again, a read waits, so that pages keep
 * their content. A change fails at once, since the user would not expect the change to happen later.
 */
async function exchangeWhenPossible(method: string, path: string, body?: Body): Promise<Exchange> {
  for (;;) {
    const { csrfToken } = session;
    const answer = await exchangeOnce(method, path, body);
    if (answer && !hasSessionEnded(path, answer)) return answer;
    // The user has signed in again since the request was sent.
    if (answer && session.csrfToken !== csrfToken) continue;
    const missing = answer ? session : connection;
    missing.interrupt();
    if (method !== 'GET') {
      throw new Error(
        i18nProvider.translate(answer ? 'panel.session_ended.not_sent' : 'panel.connection.not_sent'),
      );
    }
    await missing.untilRestored();
  }
}

/**
 * True if the server no longer knows the session that this tab uses. False for a sign-out, which has succeeded if the
 * server does not know the session.
 */
function hasSessionEnded(path: string, answer: Exchange): boolean {
  return session.isOpen() && path !== '/auth/logout' && isRefused(answer, 401, 'not_signed_in');
}

/** Returns nothing if the server did not answer. */
async function exchangeOnce(method: string, path: string, body?: Body): Promise<Exchange | undefined> {
  const { csrfToken } = session;
  try {
    const response = await fetch(API + path, {
      method,
      headers: {
        ...(body && { 'content-type': body.type }),
        ...(csrfToken !== null && method !== 'GET' && { 'x-csrf-token': csrfToken }),
      },
      ...(body && { body: body.text }),
    });
    const text = await response.text();
    return isFromProxy(response.status, parse(text)) ? undefined : { response, text };
  } catch {
    return undefined;
  }
}

function isRefused({ response, text }: Exchange, status: number, code: Problem['code']): boolean {
  return response.status === status && (parse(text) as Problem | undefined)?.code === code;
}

function failure({ status }: Response, answer: Problem | undefined): HttpError {
  // HTTP/2 has no reason phrase, so `statusText` may be empty.
  if (!answer?.message)
    return new HttpError(i18nProvider.translate('panel.connection.unreadable', { status }), status);
  // A conflict concerns the whole record, so no form field can show the message.
  const errors = answer.faults && answer.code !== 'record_changed' && { errors: faultTexts(answer.faults) };
  return new HttpError(problemText(answer), status, { ...answer, errors: undefined, ...errors });
}

/** Parses a response. A proxy may have sent a response that is not JSON. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
