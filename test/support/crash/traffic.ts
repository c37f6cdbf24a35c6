import type { AdminAnswer } from '../admin-client.js';
import type { ShopAnswer } from '../shop.js';
import type { Answer } from '../signed-client.js';
import type { Exchange, Reply } from './ledger.js';

/**
 * The status with which both APIs refuse requests when the server is too busy, and statuses with which a proxy answers
 * for a server that it has lost. The outcome is unknown: for example, the admin API answers 503 if the database's reply
 * to a commit was lost.
 */
const UNSERVED = new Set([502, 503, 504]);
/** The client API's status if the database's reply to a commit was lost. */
const UNCONFIRMED = 500;

/** Numbers of requests of a kind that succeeded, were refused with a reason, or have an unknown outcome. */
export interface Count {
  done: number;
  refused: number;
  unknown: number;
}

/** A moment in the load: the sending of a request, or an answer that confirms a change. */
export type Event = 'sent' | 'changed';

/** Sends and counts all requests, and signals when a given number was sent. */
export class Traffic {
  readonly counts = new Map<string, Count>();
  private sent = 0;
  private awaited: { event: Event; atLeast: number; call: () => void } | undefined;

  /** @param served waits until servers answer again, if requests continue during faults */
  constructor(private readonly served?: () => Promise<void>) {}

  /** Calls `call` at the first event after this many further requests, before any client gets the response. */
  when(event: Event, requests: number, call: () => void): void {
    this.awaited = { event, atLeast: this.sent + requests, call };
  }

  /**
   * @param kind kind of the request, for the counts
   * @param changes true if the request changes anything on success
   * @returns `undefined` if no server was running
   */
  async exchange(
    kind: string,
    changes: boolean,
    batch: number,
    send: () => Promise<Reply>,
  ): Promise<Exchange | undefined> {
    const sentAt = Date.now();
    const sending = send();
    this.sent += 1;
    this.tell('sent');
    const answer = await sending.catch(unlessRefused);
    const settledAt = Date.now();
    if (answer === 'refused') return undefined;
    const code = answer?.code ?? 0;
    const isBusy = UNSERVED.has(code) || (code === UNCONFIRMED && this.served !== undefined);
    const reply = isBusy ? undefined : answer;
    const isDone = reply !== undefined && (reply.code === 0 || (reply.code >= 200 && reply.code < 300));
    if (isDone && changes) this.tell('changed');
    this.count(kind, reply ? (isDone ? 'done' : 'refused') : 'unknown');
    // Waits, since each further unanswered request would double the number of possible states of a customer.
    if (!reply) await this.served?.();
    return { sentAt, settledAt, batch, reply, isBusy };
  }

  private tell(event: Event): void {
    if (this.awaited?.event !== event || this.sent < this.awaited.atLeast) return;
    const { call } = this.awaited;
    this.awaited = undefined;
    call();
  }

  private count(kind: string, what: keyof Count): void {
    const count = this.counts.get(kind) ?? { done: 0, refused: 0, unknown: 0 };
    count[what] += 1;
    this.counts.set(kind, count);
  }
}

/** @returns 'refused' if the connection was never established, or `undefined` if it broke later */
function unlessRefused(error: unknown): 'refused' | undefined {
  const { name, cause } = error as Error & { cause?: { code?: string } };
  // The format of a `fetch` error. Other errors are faults of the test.
  if (name !== 'TypeError') throw error;
  return cause?.code === 'ECONNREFUSED' ? 'refused' : undefined;
}

export async function ofClient(answer: Promise<Answer>): Promise<Reply> {
  const { code, result } = await answer;
  return { code, result: result ?? {} };
}

export async function ofAdmin(answer: Promise<AdminAnswer>): Promise<Reply> {
  const { status, body } = await answer;
  return { code: status, result: (body ?? {}) as Record<string, unknown> };
}

export async function ofShop(answer: Promise<ShopAnswer>): Promise<Reply> {
  const { status, code, result } = await answer;
  return { code: UNSERVED.has(status) ? status : (code ?? status), result: { ...result } };
}
