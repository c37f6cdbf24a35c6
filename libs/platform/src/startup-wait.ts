import { Injectable } from '@nestjs/common';
import { setTimeout } from 'node:timers/promises';
import { Clock } from './clock/clock.js';
import { StartupQuietLogger } from './logging/startup-quiet-logger.js';
import { NotReadyError } from './startup-error.js';

const RETRY_MS = 1000;
const REMIND_MS = 60_000;

/**
 * Waits at start for the server's dependencies. For example, after a power failure the database may start later. Logs
 * the start and the end of the wait, and a line every minute.
 */
@Injectable()
export class StartupWait {
  constructor(
    private readonly clock: Clock,
    private readonly logger: StartupQuietLogger,
  ) {}

  /**
   * Retries `attempt` while it throws a `NotReadyError`.
   * @param what name of the dependency for the log
   */
  async for<T>(what: string, attempt: () => Promise<T>): Promise<T> {
    const began = this.clock.steady();
    let told: number | undefined;
    for (;;) {
      try {
        const result = await attempt();
        if (told !== undefined) this.logger.log(`${what} is ready`, StartupWait.name);
        return result;
      } catch (error) {
        if (!(error instanceof NotReadyError)) throw error;
        const now = this.clock.steady();
        if (told === undefined || now - told >= REMIND_MS) {
          const minutes = Math.floor((now - began) / REMIND_MS);
          const since = minutes === 0 ? '' : ` for ${minutes} min`;
          this.logger.warn(`Waiting${since} for ${what}: ${error.message}`, StartupWait.name);
          told = now;
        }
      }
      await setTimeout(RETRY_MS);
    }
  }
}
