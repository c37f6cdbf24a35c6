import { Interruptible } from './interruptible';

const FIRST_RETRY_MS = 1000;
const LONGEST_RETRY_MS = 15_000;

/** Monitors whether the server answers. While the server does not answer, sends probes at increasing intervals. */
export class Connection extends Interruptible {
  private retryMs = FIRST_RETRY_MS;
  private timer: ReturnType<typeof setTimeout> | undefined;

  /** @param ask resolves to true if the server answers */
  constructor(private readonly ask: () => Promise<boolean>) {
    super();
  }

  /** Notes that the server did not answer. */
  override interrupt(): void {
    if (this.isInterrupted()) return;
    this.retryMs = FIRST_RETRY_MS;
    this.retryLater();
    super.interrupt();
  }

  /** Probes the server at once, for example when the network is back. */
  readonly retryNow = async (): Promise<void> => {
    if (!this.isInterrupted()) return;
    clearTimeout(this.timer);
    const isBack = await this.ask();
    if (!this.isInterrupted()) return;
    clearTimeout(this.timer);
    if (!isBack) return this.retryLater();
    this.restore();
  };

  private retryLater(): void {
    this.timer = setTimeout(() => void this.retryNow(), this.retryMs);
    this.retryMs = Math.min(2 * this.retryMs, LONGEST_RETRY_MS);
  }
}

/**
 * From 521 on: Cloudflare cannot reach the server behind it. 520 and 524 are not included: they mean that the server was
 * reached, but gave no valid answer to this request, or none in time.
 */
const GATEWAY_ERRORS: ReadonlySet<number> = new Set([502, 503, 504, 521, 522, 523, 525, 526, 530]);

/**
 * True if a proxy answered because the server behind it is unavailable. A busy server's own 503 is JSON with a code; it
 * does not mean that the server is unavailable.
 */
export function isFromProxy(status: number, answer: unknown): boolean {
  return GATEWAY_ERRORS.has(status) && (answer as { code?: unknown } | undefined)?.code === undefined;
}
