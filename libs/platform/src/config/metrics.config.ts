import { IsOptional, IsString, MinLength } from 'class-validator';
import { WholeNumber } from '../validation/whole-number.js';
import { SecretSetting, Setting } from './setting.js';

export class MetricsConfig {
  /**
   * Address that Prometheus metrics are served on. An address that other machines can reach requires `METRICS_TOKEN`.
   */
  @Setting('METRICS_HOST')
  @IsString()
  host = '127.0.0.1';

  /**
   * TCP port of the metrics, 1–65535, separate from `PORT` and shared by all `WORKERS`; 0 picks a free one. Unset: no
   * metrics are served.
   */
  @Setting('METRICS_PORT', Number)
  @IsOptional()
  @WholeNumber(0, 65_535, { message: 'must be a port number from 0 to 65535' })
  port?: number;

  /** Token that a scraper must send as `Authorization: Bearer …`; at least 16 characters. Unset: none required. */
  @SecretSetting('METRICS_TOKEN')
  @IsOptional()
  @MinLength(16, { message: 'must have at least 16 characters (make one with: openssl rand -hex 16)' })
  token?: string;
}
