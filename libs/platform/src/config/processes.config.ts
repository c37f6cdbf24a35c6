import { Setting, wholeNumber } from './setting.js';
import { WholeNumber } from '../validation/whole-number.js';

export class ProcessesConfig {
  /**
   * Number of server processes, 1–64. All processes serve the same port, and each opens `DATABASE_POOL_SIZE`
   * connections to the database. More than one process requires `DATABASE_URL` and `REDIS_URL`.
   */
  @Setting('WORKERS', wholeNumber)
  @WholeNumber(1, 64)
  workers = 1;
}
