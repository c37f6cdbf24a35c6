import type { DynamicModule } from '@nestjs/common';
import type { IncomingMessage } from 'node:http';
import type { Writable } from 'node:stream';
import { LoggerModule } from 'nestjs-pino';
import { destination, type DestinationStream } from 'pino';
import type { LoggingConfig } from '../config/logging.config.js';
import { describeError } from './describe-error.js';

/** Of what cannot be written now, in bytes; what is more is lost. */
const KEPT_BYTES = 256 * 1024;

/** As Express has it: `url` is without what a router was mounted on. */
interface LoggedRequest {
  readonly id: string;
  readonly method: string;
  readonly url: string;
  readonly originalUrl?: string;
}

const LOGGED_REQUESTS = new Set<LoggingConfig['level']>(['trace', 'debug']);

/**
 * Structured logs with the id that `giveRequestId` gives. Requests are logged at `debug`, failures of ours at `error`;
 * neither query strings nor bodies are logged, since they hold tokens and signs.
 * @param notable prefixes of the paths whose requests stand beside what is logged while they are answered. Where every
 * request is logged all of them do; otherwise nothing is prepared for those of which nothing is to be said.
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
      // Why a part of the server does not answer is logged once, by that part.
      customLogLevel: (_request, { statusCode }, error) =>
        statusCode !== 503 && (error || statusCode >= 500) ? 'error' : 'debug',
      // Wrapped ones would be given what pino makes of a request or an error, with all that it holds.
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

/** A log that cannot be written, above all because its disk is full, is no reason to end the server. */
function output(): DestinationStream {
  // As pino itself does: somebody, such as a test, has put something else in the place of the stream's own writing.
  const isReplaced = process.stdout.write !== (Object.getPrototypeOf(process.stdout) as Writable).write;
  if (isReplaced) return process.stdout;
  const stream = destination({ dest: process.stdout.fd, maxLength: KEPT_BYTES });
  stream.on('error', () => undefined);
  return stream;
}
