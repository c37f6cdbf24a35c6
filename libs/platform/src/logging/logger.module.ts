import type { DynamicModule } from '@nestjs/common';
import type { IncomingMessage } from 'node:http';
import type { Writable } from 'node:stream';
import { LoggerModule } from 'nestjs-pino';
import { destination, type DestinationStream } from 'pino';
import type { LoggingConfig } from '../config/logging.config.js';
import { describeError } from './describe-error.js';

/** Maximum bytes buffered while the log cannot be written. Further output is dropped. */
const KEPT_BYTES = 256 * 1024;

/** A request as Express routes it: `url` does not contain the path on which a router is mounted. */
interface LoggedRequest {
  readonly id: string;
  readonly method: string;
  readonly url: string;
  readonly originalUrl?: string;
}

const LOGGED_REQUESTS = new Set<LoggingConfig['level']>(['trace', 'debug']);

/**
 * Structured logging with the id that `assignRequestId` assigns. Requests are logged at `debug`, server failures at
 * `error`. Query strings and bodies are never logged, since they contain tokens and signatures.
 * @param notable path prefixes. A request with such a prefix is added to the log lines that are written while the
 * request is processed. At the levels `debug` and `trace`, all requests are added.
 * @param secretBelow path prefix below which the rest of the path is a secret, which is not logged
 */
export function loggerModule(
  config: LoggingConfig,
  notable: string[] = [],
  secretBelow?: string,
): DynamicModule {
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
      // A 503 is not logged as an error here: the function that detects an outage logs the outage once, and full
      // queues are logged only occasionally.
      customLogLevel: (_request, { statusCode }, error) =>
        statusCode !== 503 && (error || statusCode >= 500) ? 'error' : 'debug',
      // By default, serializers do not receive the request or error itself, but an object that pino made from it.
      wrapSerializers: false,
      serializers: {
        req: ({ id, method, url, originalUrl = url }: LoggedRequest) => ({
          id,
          method,
          path: loggedPath(originalUrl, secretBelow),
        }),
        err: describeError,
        res: (response: { statusCode: number }) => ({ status: response.statusCode }),
      },
    },
  });
}

function loggedPath(url: string, secretBelow: string | undefined): string {
  const path = url.split('?', 1)[0]!;
  // The comparison ignores case, as routes do.
  const isSecret = secretBelow !== undefined && path.toLowerCase().startsWith(`${secretBelow}/`);
  return isSecret ? `${secretBelow}/…` : path;
}

/**
 * Returns the log's output. The server continues if the log cannot be written, for example because the disk is full.
 */
function output(): DestinationStream {
  // Other code, such as a test, may have replaced the stream's write method. pino makes the same check.
  const isReplaced = process.stdout.write !== (Object.getPrototypeOf(process.stdout) as Writable).write;
  if (isReplaced) return process.stdout;
  const stream = destination({ dest: process.stdout.fd, maxLength: KEPT_BYTES });
  stream.on('error', () => undefined);
  return stream;
}
