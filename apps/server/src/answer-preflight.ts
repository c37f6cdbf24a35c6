import type { NextFunction, Request, Response } from 'express';

const DAY_SEC = '86400';

/**
 * Answers CORS preflight requests. Pages of any site may call the client API, since it uses no cookies. Preflight
 * requests do not count towards limits.
 */
export function answerPreflight(request: Request, response: Response, next: NextFunction): void {
  if (request.method !== 'OPTIONS') return next();
  response.writeHead(204, {
    'access-control-allow-origin': '*',
    'access-control-allow-methods': 'GET, POST, DELETE',
    'access-control-allow-headers': 'Content-Type, *',
    'access-control-max-age': DAY_SEC,
  });
  response.end();
}
