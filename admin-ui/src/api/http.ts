import { HttpError } from 'react-admin';

const API = '/api/admin/v1';

let csrfToken: string | null = null;

/** What sign-in and `/auth/me` answer, to be sent with every change. */
export function rememberCsrfToken(token: string | null): void {
  csrfToken = token;
}

export interface Answer<T> {
  data: T;
  headers: Headers;
}

/** Where the browser itself can fetch something, such as a file that it shall save. */
export function apiUrl(path: string): string {
  return API + path;
}

/**
 * Asks the admin API.
 * @throws HttpError with the API's message; its field errors are in `body.errors`, where forms look for them
 */
export async function request<T>(method: string, path: string, body?: unknown): Promise<Answer<T>> {
  return body === undefined
    ? send<T>(method, path)
    : send<T>(method, path, { type: 'application/json', text: JSON.stringify(body) });
}

/** Posts a text as it is, such as a file that was chosen; throws as `request` does. */
export function upload<T>(path: string, text: string, type: 'text/csv' | 'text/plain'): Promise<Answer<T>> {
  return send<T>('POST', path, { type, text });
}

async function send<T>(
  method: string,
  path: string,
  body?: { type: string; text: string },
): Promise<Answer<T>> {
  const response = await fetch(API + path, {
    method,
    headers: {
      ...(body && { 'content-type': body.type }),
      ...(csrfToken !== null && method !== 'GET' && { 'x-csrf-token': csrfToken }),
    },
    ...(body && { body: body.text }),
  });
  const answer = parse(await response.text());
  if (!response.ok) throw failure(response, answer as Failure | undefined);
  return { data: answer as T, headers: response.headers };
}

interface Failure {
  message?: string;
  errors?: Record<string, string>;
}

function failure({ status, statusText, headers }: Response, answer: Failure | undefined): HttpError {
  const message = answer?.message ?? statusText;
  // It concerns the record as a whole, and no field of a form could show it.
  if (answer?.errors?.rowVersion)
    return new HttpError(message, status, { ...answer, errors: undefined, isStale: true });
  const retryAfterSec = Number(headers.get('retry-after'));
  return new HttpError(message, status, { ...answer, ...(retryAfterSec > 0 && { retryAfterSec }) });
}

/** A proxy in between may answer with anything. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
