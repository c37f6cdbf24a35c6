import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';

/**
 * Assigns a request the id that its answer carries as `x-request-id` and its log lines as `req.id`, and records when it
 * began.
 */
export function assignRequestId(request: IncomingMessage, response: ServerResponse, next: () => void): void {
  const id = randomUUID();
  Object.assign(request, { id, startedAt: performance.now() });
  response.setHeader('x-request-id', id);
  next();
}
