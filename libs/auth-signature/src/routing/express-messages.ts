import type { Application } from 'express';
import { IncomingMessage, ServerResponse } from 'node:http';

/**
 * Creates the classes of requests and responses for a server of this Express application. Their objects have Express's
 * prototypes from the beginning. Otherwise Express would change the prototypes of each request and response. This
 * change takes 5 % of a heartbeat's CPU time, and makes later accesses slower.
 */
export function expressMessages(app: Application) {
  class Request extends IncomingMessage {}
  class Response extends ServerResponse {}
  // Express's own prototypes, which its types do not declare.
  const prototypes = app as unknown as { request: object; response: object };
  Object.setPrototypeOf(Request.prototype, prototypes.request);
  Object.setPrototypeOf(Response.prototype, prototypes.response);
  prototypes.request = Request.prototype;
  prototypes.response = Response.prototype;
  return { IncomingMessage: Request, ServerResponse: Response };
}
