import { Injectable } from '@nestjs/common';
import { Logger } from 'nestjs-pino';

/** Log contexts in which Nest lists every module and route at start, which is useful only at `debug`. */
const STARTUP_CONTEXTS = new Set([
  'NestFactory',
  'InstanceLoader',
  'RoutesResolver',
  'RouterExplorer',
  'NestApplication',
]);

/** The application's logger without Nest's startup listing. */
@Injectable()
export class StartupQuietLogger extends Logger {
  override log(message: unknown, ...details: unknown[]): void {
    const level = STARTUP_CONTEXTS.has(String(details.at(-1))) ? 'debug' : 'log';
    super[level](message, ...details);
  }
}
