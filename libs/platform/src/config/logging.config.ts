import { IsIn } from 'class-validator';
import { Setting } from './setting.js';

const LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;
const FORMATS = ['auto', 'json', 'pretty'] as const;

export class LoggingConfig {
  /**
   * Lowest level that is logged: `trace`, `debug` (one line per request), `info`, `warn`, `error`, `fatal` or `silent`.
   */
  @Setting('LOG_LEVEL')
  @IsIn(LEVELS, { message: `must be one of ${LEVELS.join(', ')}` })
  level: (typeof LEVELS)[number] = 'info';

  /** `json` for machines, `pretty` for people; `auto` selects `pretty` on a terminal. */
  @Setting('LOG_FORMAT')
  @IsIn(FORMATS, { message: `must be one of ${FORMATS.join(', ')}` })
  format: (typeof FORMATS)[number] = 'auto';
}
