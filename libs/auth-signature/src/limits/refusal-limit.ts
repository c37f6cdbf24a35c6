import type { TryCounter } from '@app/cluster';
import { ignoreUnavailable, type LimitFigures, type LimitName } from '@app/platform';
import { ClientHttpError } from '../errors/client-errors.js';
import { ClosedKeys } from './closed-keys.js';

/**
 * Closes keys, such as addresses, that were refused too often. Looking whether a key is closed asks nobody: of what other
 * processes have counted this one learns with the next refusal that it counts itself.
 */
export class RefusalLimit {
  private readonly closed = new ClosedKeys();

  /** @param counter undefined: the limit is off */
  constructor(
    private readonly name: LimitName,
    private readonly counter: TryCounter | undefined,
    private readonly figures: LimitFigures,
  ) {}

  /** Whether any key may be closed: costs next to nothing. */
  isAnyClosed(now: number): boolean {
    return this.closed.isAnyClosed(now);
  }

  /**
   * @param now epoch milliseconds
   * @throws ClientHttpError 429 while the key is closed
   */
  requireOpen(key: string, now: number): void {
    const wait = this.closed.waitMs(key, now);
    if (wait === 0) return;
    this.figures.count(this.name);
    throw new ClientHttpError(429, Math.ceil(wait / 1000));
  }

  /** Counts a refusal, before it is answered. A Redis that does not answer makes no difference: nonces need it too. */
  async count(key: string, now: number): Promise<void> {
    const wait = await this.counter?.count(key, now).catch(ignoreUnavailable);
    if (wait) this.closed.close(key, now + wait);
  }
}
