import type { NotifierKind } from '@app/database';
import type { OutgoingAnswer, OutgoingRequest } from '@app/platform';

/** Receiver of a message, with decrypted secrets. Never log this value. */
export interface Target {
  readonly kind: NotifierKind;
  /** Token, or webhook address that contains the token; empty for email. */
  readonly token: string;
  readonly signingSecret: string | null;
  readonly recipient: string | null;
  /** Base address of a self-hosted server, without a final slash; `null` for the public service. */
  readonly address: string | null;
}

/** A message without markup. Lines are separated by `\n`. */
export interface Message {
  readonly title: string;
  readonly text: string;
}

/**
 * Outcome of an attempt, with the answer of the service:
 * - `sent`: the service has accepted the message
 * - `busy`: a temporary fault, or too many messages; a later attempt may succeed
 * - `misconfigured`: the service refuses every message until somebody corrects the settings
 * - `refused`: the service will never accept this message
 */
export type Outcome =
  | { readonly result: 'sent'; readonly answer: string | null }
  | { readonly result: 'busy'; readonly answer: string; readonly waitMs?: number | undefined }
  | { readonly result: 'misconfigured' | 'refused'; readonly answer: string };

/** The wire format of a messaging service. */
export interface Service {
  /** @param now epoch milliseconds, which some services sign */
  request(target: Target, message: Message, now: number): OutgoingRequest;
  read(answer: OutgoingAnswer, now: number): Outcome;
}

/** Returns a POST request with a JSON body. */
export function jsonRequest(url: string, body: object): OutgoingRequest {
  return { url, headers: { 'content-type': 'application/json; charset=utf-8' }, body: JSON.stringify(body) };
}

/** Returns the fields of an answer; none if the answer is not a JSON object. */
export function fieldsOf(body: string): Readonly<Record<string, unknown>> {
  try {
    const parsed: unknown = JSON.parse(body);
    return typeof parsed === 'object' && parsed !== null ? (parsed as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

/** Outcomes by the error code in an answer. */
export type CodeTable = Readonly<Record<number, 'busy' | 'misconfigured' | 'refused'>>;

/**
 * Reads an answer with HTTP 200 and an error code in the body, as Chinese services send it. Unknown codes count as
 * temporary: a message that is retried in vain is better than a lost message.
 */
export function readCode(
  { status, body }: OutgoingAnswer,
  names: { readonly code: string; readonly message: string },
  outcomes: CodeTable,
  busyMs?: number,
): Outcome {
  const fields = fieldsOf(body);
  const code = fields[names.code];
  if (typeof code !== 'number') return { result: 'busy', answer: `HTTP ${status}: ${body}` };
  const message = fields[names.message];
  if (code === 0) return { result: 'sent', answer: null };
  const result = outcomes[code] ?? 'busy';
  const answer = `${code}: ${typeof message === 'string' ? message : body}`;
  return result === 'busy' ? { result, answer, waitMs: busyMs } : { result, answer };
}
