import { IsOptional, MinLength } from 'class-validator';
import { WholeNumber } from '../validation/whole-number.js';
import { requireHost } from './listen-host.js';
import { SecretSetting, Setting, wholeNumber } from './setting.js';
import { Usable } from './usable.js';

export class MetricsConfig {
  /**
   * Address on which Prometheus metrics are served. An address that other machines can reach requires `METRICS_TOKEN`.
   */
  @Setting('METRICS_HOST')
  @Usable(requireHost)
  host = '127.0.0.1';

  /**
   * TCP port for the metrics of all `WORKERS`, 1–65535, different from `PORT`; 0 selects a free port. If unset, no
   * metrics are served.
   */
  @Setting('METRICS_PORT', wholeNumber)
  @IsOptional()
  @WholeNumber(0, 65_535, { message: 'must be a port number from 0 to 65535' })
  port?: number;

  /**
   * Token that a scraper must send as `Authorization: Bearer …`, at least 16 characters. By default no token is
   * required.
   */
  @SecretSetting('METRICS_TOKEN')
  @IsOptional()
  @MinLength(16, { message: 'must have at least 16 characters (generate one with: openssl rand -hex 16)' })
  token?: string;
}
