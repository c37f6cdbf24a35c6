import { DefaultNamingStrategy } from 'typeorm';

/** Maps `heartbeatTimeoutSec` to the column `heartbeat_timeout_sec`. */
export class SnakeCaseNaming extends DefaultNamingStrategy {
  override columnName(propertyName: string, customName: string | undefined): string {
    return customName ?? propertyName.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  }
}
