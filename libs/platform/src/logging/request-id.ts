import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';

/** Gives a request the id that its answer carries as `x-request-id` and its lines in the log as `req.id`. */
export function giveRequestId(request: IncomingMessage, response: ServerResponse, next: () => void): void {
  const id = randomUUID();
  Object.assign(request, { id });
  response.setHeader('x-request-id', id);
  next();
}
