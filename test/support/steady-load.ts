import type { Answer, Parameters, SignedClient } from './signed-client.js';

/** A request that was sent. */
export interface Sent {
  path: string;
  /** As it was signed, to be sent once more. */
  signed: Parameters;
  /** Milliseconds of `performance.now()`. */
  sentAt: number;
  /** Why nobody knows whether it was done; undefined: a server has answered. */
  failure?: string;
}

/** What many clients have sent through a proxy, and what became of it. */
export class SteadyLoad {
  /** Answered with code 0, the latest last. */
  readonly accepted: Sent[] = [];
  readonly failed: Sent[] = [];
  /** Answers that nobody had a reason to expect. */
  readonly surprises: string[] = [];
  private isOver = false;
  private work: Promise<unknown> = Promise.resolve();

  constructor(private readonly proxy: SignedClient) {}

  /** Has all clients go on and on, side by side. */
  start(cycles: readonly (() => Promise<void>)[]): void {
    const goOn = async (cycle: () => Promise<void>) => {
      while (!this.isOver) await cycle();
    };
    this.work = Promise.all(cycles.map(goOn));
  }

  /** Waits until every client is at the end of its cycle. */
  async stop(): Promise<void> {
    this.isOver = true;
    await this.work;
  }

  /** Sends a request, which has to be done: gives the result, or undefined when nobody knows whether it was. */
  async ask(path: string, parameters: Parameters): Promise<Record<string, string | number> | undefined> {
    const sent: Sent = { path, signed: this.proxy.sign(parameters), sentAt: performance.now() };
    const answer = await post(this.proxy.url, sent);
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

/** The answer of a server, or what there was instead: the proxy's status or a connection's error. */
async function post(
  url: string,
  { path, signed }: Sent,
): Promise<Pick<Answer, 'code' | 'message' | 'result'> | string> {
  try {
    const response = await fetch(`${url}/api/client/v1${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(signed),
    });
    if (response.status !== 200) return String(response.status);
    return (await response.json()) as Answer;
  } catch (error) {
    const { cause } = error as { cause?: { code?: string; message?: string } };
    return cause?.code ?? cause?.message ?? String(error);
  }
}
