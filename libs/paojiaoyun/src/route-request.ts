import { NotFoundException } from '@nestjs/common';
import type { NextFunction, Response } from 'express';
import { type ClientHttpRequest, sentPath } from '@app/auth-signature';
import { PaojiaoyunRequest } from './paojiaoyun-request.js';
import { PAOJIAOYUN_PREFIX, PAOJIAOYUN_ROUTES } from './routes.js';

/** True if a URL is one that 泡椒云 clients call. */
export function isPaojiaoyunUrl(url: string): boolean {
  return url.startsWith(`${PAOJIAOYUN_PREFIX}/`);
}

/**
 * Routes a request of a 泡椒云 client to the endpoint that handles it, and records how the request was sent. The path must
 * exactly match the list, so that an endpoint has only one spelling in signed texts.
 */
export function routePaojiaoyun(request: ClientHttpRequest, _: Response, next: NextFunction): void {
  const { method, url } = request;
  const path = sentPath(url);
  const route = PAOJIAOYUN_ROUTES.get(`${method} ${path}`);
  if (route === undefined) return next(new NotFoundException());
  // Express uses the host in `X-Forwarded-Host` if a trusted proxy sent the request.
  request.dialect = new PaojiaoyunRequest(method, request.host ?? '', path);
  request.sentRoute = route;
  request.url = route.answeredBy + url.slice(path.length);
  next();
}
