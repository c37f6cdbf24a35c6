import type { DynamicModule } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { LoggerModule } from 'nestjs-pino';
import type { LoggingConfig } from '../config/logging.config.js';

/** MySQL's messages quote the value that was wrong. */
const QUOTED = /'(?:[^'\\]|\\.)*'/gs;

/**
 * Structured logs with a request id, which is also the `x-request-id` header of the answer. Requests are logged at
 * `debug`, failures of ours at `error`; neither query strings nor bodies are logged, since they hold tokens and signs.
 */
export function loggerModule(config: LoggingConfig): DynamicModule {
  const pretty = config.format === 'pretty' || (config.format === 'auto' && process.stdout.isTTY);
  return LoggerModule.forRoot({
    pinoHttp: {
      level: config.level,
      ...(pretty && {
        transport: { target: 'pino-pretty', options: { ignore: 'pid,hostname,req,res,responseTime' } },
      }),
      genReqId: (_request: IncomingMessage, response: ServerResponse) => {
        const id = randomUUID();
        response.setHeader('x-request-id', id);
        return id;
      },
      customLogLevel: (_request, response, error) =>
        error || response.statusCode >= 500 ? 'error' : 'debug',
      serializers: {
        req: (request: { id: string; method: string; url: string }) => ({
          id: request.id,
          method: request.method,
          path: request.url.split('?', 1)[0],
        }),
        err: describeError,
        res: (response: { statusCode: number }) => ({ status: response.statusCode }),
      },
    },
  });
}

/** Errors of the database carry the statement and its values, so only these parts are logged. */
export function describeError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { message: String(error) };
  const code = 'code' in error ? { code: error.code } : {};
  const message = error.message.replace(QUOTED, "'…'");
  const at = error.stack
    ?.split('\n')
    .filter((line) => /^\s+at /.test(line))
    .join('\n');
  return { type: error.name, message, ...code, stack: at };
}
