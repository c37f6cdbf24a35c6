import { setTimeout } from 'node:timers/promises';
import { isBusy } from '../database-errors.js';
import { connectionWaitMs } from '../database-wait.js';

const RETRY_MS = 5;
const MAX_RETRY_MS = 50;

/**
 * Retries work while another process locks the SQLite file, for as long as a request may wait. Unlike SQLite's own busy
 * timeout, this does not block the process between attempts.
 */
export async function retryWhileBusy<T>(work: () => Promise<T>): Promise<T> {
  const deadline = performance.now() + connectionWaitMs();
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (!isBusy(error) || performance.now() > deadline) throw error;
      await setTimeout(Math.min(attempt * RETRY_MS, MAX_RETRY_MS));
    }
  }
}
