import type { Application } from 'express';
import { IncomingMessage, ServerResponse } from 'node:http';

/**
 * Creates the classes of requests and responses for a server of this Express application. They have Express's prototypes
 * from the beginning. Express would change the prototypes of each request instead, after which V8 can optimise no access
 * to them: this took a seventh of a heartbeat's time.
 */
export function expressMessages(app: Application) {
  class Request extends IncomingMessage {}
  class Response extends ServerResponse {}
  // Express's own prototypes, missing from its types.
  const prototypes = app as unknown as { request: object; response: object };
  Object.setPrototypeOf(Request.prototype, prototypes.request);
  Object.setPrototypeOf(Response.prototype, prototypes.response);
  prototypes.request = Request.prototype;
  prototypes.response = Response.prototype;
  return { IncomingMessage: Request, ServerResponse: Response };
}
