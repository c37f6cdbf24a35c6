import { Setting, wholeNumber } from './setting.js';
import { WholeNumber } from '../validation/whole-number.js';

export class ProcessesConfig {
  /**
   * Server processes that this start makes and that take requests on one port, 1–64. More than one needs `DATABASE_URL`
   * and `REDIS_URL`; each has `DATABASE_POOL_SIZE` connections.
   */
  @Setting('WORKERS', wholeNumber)
  @WholeNumber(1, 64)
  workers = 1;
}
