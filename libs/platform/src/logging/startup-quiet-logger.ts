import { Injectable } from '@nestjs/common';
import { Logger } from 'nestjs-pino';

/** Where Nest tells of every module and route at start; of use only to who looks for it at `debug`. */
const STARTUP_CONTEXTS = new Set([
  'NestFactory',
  'InstanceLoader',
  'RoutesResolver',
  'RouterExplorer',
  'NestApplication',
]);

/** The application's logger, without Nest's list of itself. */
@Injectable()
export class StartupQuietLogger extends Logger {
  override log(message: unknown, ...details: unknown[]): void {
    const level = STARTUP_CONTEXTS.has(String(details.at(-1))) ? 'debug' : 'log';
    super[level](message, ...details);
  }
}
