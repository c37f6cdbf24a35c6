import { setTimeout } from 'node:timers/promises';
import type { Answer, Parameters, SignedClient } from './signed-client.js';

/** A request that was sent. */
export interface Sent {
  path: string;
  /** The signed parameters, to send the request again. */
  signed: Parameters;
  /** Milliseconds of `performance.now()`. */
  sentAt: number;
  /** Reason why the outcome is unknown; `undefined` if a server has responded. */
  failure?: string;
}

/** The requests that many clients send through a proxy, and their outcomes. */
export class SteadyLoad {
  /** Answered with code 0, latest last. */
  readonly accepted: Sent[] = [];
  readonly failed: Sent[] = [];
  /** Unexpected answers. */
  readonly surprises: string[] = [];
  private isOver = false;
  private work: Promise<unknown> = Promise.resolve();

  /** @param timeoutMs milliseconds after which a request counts as failed; by default it may take any time */
  constructor(
    private readonly proxy: SignedClient,
    private readonly timeoutMs?: number,
  ) {}

  /**
   * Repeats the cycles of all clients in parallel.
   * @param pauseMs milliseconds between two cycles of a client
   */
  start(cycles: readonly (() => Promise<void>)[], pauseMs: number): void {
    const goOn = async (cycle: () => Promise<void>) => {
      for (; !this.isOver; await setTimeout(pauseMs)) await cycle();
    };
    this.work = Promise.all(cycles.map(goOn));
  }

  /** Waits until every client has finished its cycle. */
  async stop(): Promise<void> {
    this.isOver = true;
    await this.work;
  }

  /** Sends a request that must succeed. Returns the result, or `undefined` if the outcome is unknown. */
  async ask(path: string, parameters: Parameters): Promise<Record<string, string | number> | undefined> {
    const sent: Sent = { path, signed: this.proxy.sign(parameters), sentAt: performance.now() };
    const answer = await post(this.proxy.url, sent, this.timeoutMs);
    if (typeof answer === 'string') {
      this.failed.push({ ...sent, failure: answer });
      return undefined;
    }
    if (answer.code !== 0) {
      this.surprises.push(`${path} ${JSON.stringify(parameters)}: ${answer.code} ${answer.message}`);
      return undefined;
    }
    this.accepted.push(sent);
    return answer.result ?? {};
  }
}

/** Returns the response of a server, the proxy's status or the connection error. */
async function post(
  url: string,
  { path, signed }: Sent,
  timeoutMs: number | undefined,
): Promise<Pick<Answer, 'code' | 'message' | 'result'> | string> {
  try {
    const response = await fetch(`${url}/api/client/v1${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(signed),
      ...(timeoutMs !== undefined && { signal: AbortSignal.timeout(timeoutMs) }),
    });
    if (response.status !== 200) return String(response.status);
    return (await response.json()) as Answer;
  } catch (error) {
    const { cause } = error as { cause?: { code?: string; message?: string } };
    return cause?.code ?? cause?.message ?? String(error);
  }
}
