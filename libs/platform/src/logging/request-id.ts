import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';

/**
 * Assigns an id to a request and records its start. The id appears in the response's `x-request-id` and in the log's
 * `req.id`.
 */
export function assignRequestId(request: IncomingMessage, response: ServerResponse): void {
  const id = randomUUID();
  Object.assign(request, { id, startedAt: performance.now() });
  response.setHeader('x-request-id', id);
}
