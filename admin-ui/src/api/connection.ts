const FIRST_RETRY_MS = 1000;
const LONGEST_RETRY_MS = 15_000;

/** Monitors whether the server answers. While it does not, sends probes at increasing intervals. */
export class Connection {
  private away = false;
  private retryMs = FIRST_RETRY_MS;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private readonly listeners = new Set<() => void>();

  /** @param ask resolves to true if the server answers */
  constructor(private readonly ask: () => Promise<boolean>) {}

  /** True while the server does not answer. */
  readonly isAway = (): boolean => this.away;

  /** Calls the listener after each change. Returns a function that removes the listener. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  noteFailure(): void {
    if (this.away) return;
    this.away = true;
    this.retryMs = FIRST_RETRY_MS;
    this.retryLater();
    this.tell();
  }

  /** Probes the server at once, for example when the network is back. */
  readonly retryNow = async (): Promise<void> => {
    if (!this.away) return;
    clearTimeout(this.timer);
    const isBack = await this.ask();
    if (!this.away) return;
    clearTimeout(this.timer);
    if (!isBack) return this.retryLater();
    this.away = false;
    this.tell();
  };

  /** Resolves when the server answers again; immediately if it already answers. */
  async untilBack(): Promise<void> {
    while (this.away) {
      await new Promise<void>((resolve) => {
        const stop = this.subscribe(() => {
          stop();
          resolve();
        });
      });
    }
  }

  private retryLater(): void {
    this.timer = setTimeout(() => void this.retryNow(), this.retryMs);
    this.retryMs = Math.min(2 * this.retryMs, LONGEST_RETRY_MS);
  }

  private tell(): void {
    for (const listener of this.listeners) listener();
  }
}

const GATEWAY_ERRORS: ReadonlySet<number> = new Set([502, 503, 504]);

/**
 * True if a proxy answered because the server behind it is unavailable. A busy server's own 503 is JSON with a code; it
 * does not mean that the server is unavailable.
 */
export function isFromProxy(status: number, answer: unknown): boolean {
  return GATEWAY_ERRORS.has(status) && (answer as { code?: unknown } | undefined)?.code === undefined;
}
