import type { DynamicModule } from '@nestjs/common';
import type { IncomingMessage } from 'node:http';
import type { Writable } from 'node:stream';
import { LoggerModule } from 'nestjs-pino';
import { destination, type DestinationStream } from 'pino';
import type { LoggingConfig } from '../config/logging.config.js';
import { describeError } from './describe-error.js';

/** Bytes buffered while the log cannot be written; the rest is dropped. */
const KEPT_BYTES = 256 * 1024;

/** A request as Express routes it: `url` lacks the path that a router was mounted on. */
interface LoggedRequest {
  readonly id: string;
  readonly method: string;
  readonly url: string;
  readonly originalUrl?: string;
}

const LOGGED_REQUESTS = new Set<LoggingConfig['level']>(['trace', 'debug']);

/**
 * Structured logging with the id that `giveRequestId` assigns. Requests are logged at `debug`, server failures at
 * `error`; query strings and bodies are never logged, since they hold tokens and signatures.
 * @param notable path prefixes whose requests accompany what is logged while they are answered. Where every request is
 * logged, all of them do; otherwise nothing is prepared for requests without log lines.
 */
export function loggerModule(config: LoggingConfig, notable: string[] = []): DynamicModule {
  const pretty = config.format === 'pretty' || (config.format === 'auto' && process.stdout.isTTY);
  return LoggerModule.forRoot({
    ...(!LOGGED_REQUESTS.has(config.level) && { forRoutes: notable.map((prefix) => `${prefix}/*path`) }),
    pinoHttp: {
      ...(!pretty && { stream: output() }),
      level: config.level,
      ...(pretty && {
        transport: { target: 'pino-pretty', options: { ignore: 'pid,hostname,req,res,responseTime' } },
      }),
      genReqId: (request: IncomingMessage) => request.id,
      // The part of the server that does not answer logs the reason once itself.
      customLogLevel: (_request, { statusCode }, error) =>
        statusCode !== 503 && (error || statusCode >= 500) ? 'error' : 'debug',
      // Wrapped serializers would receive pino's rendering of a request or error, with everything it holds.
      wrapSerializers: false,
      serializers: {
        req: ({ id, method, url, originalUrl = url }: LoggedRequest) => ({
          id,
          method,
          path: originalUrl.split('?', 1)[0],
        }),
        err: describeError,
        res: (response: { statusCode: number }) => ({ status: response.statusCode }),
      },
    },
  });
}

/** An unwritable log, usually because of a full disk, must not end the server. */
function output(): DestinationStream {
  // As in pino: something, such as a test, has replaced the stream's own write method.
  const isReplaced = process.stdout.write !== (Object.getPrototypeOf(process.stdout) as Writable).write;
  if (isReplaced) return process.stdout;
  const stream = destination({ dest: process.stdout.fd, maxLength: KEPT_BYTES });
  stream.on('error', () => undefined);
  return stream;
}
