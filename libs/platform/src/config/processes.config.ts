import { Setting, wholeNumber } from './setting.js';
import { WholeNumber } from '../validation/whole-number.js';

export class ProcessesConfig {
  /**
   * Server processes to start, all serving the same port, 1–64. More than one requires `DATABASE_URL` and `REDIS_URL`;
   * each opens `DATABASE_POOL_SIZE` connections.
   */
  @Setting('WORKERS', wholeNumber)
  @WholeNumber(1, 64)
  workers = 1;
}
