import type { NextFunction, Request, Response, Router } from 'express';
import { contentSecurityPolicy } from 'helmet';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { ApplicationDirectory } from '@app/applications';
import { httpsOriginOf } from '@app/platform';
import { serveFolder } from './serve-folder.js';

/** Folder of the built customer's page. */
const PORTAL_DIR = join(import.meta.dirname, '../../../portal-ui');

/**
 * Serves the customer's page of an application at `/portal/<slug>`. For an unknown slug and for a page that is turned
 * off, the response is the same 404.
 */
export function servePortal(router: Router, applications: ApplicationDirectory): void {
  if (!existsSync(PORTAL_DIR)) return;
  // The names of these files contain a hash of their content.
  const assets = serveFolder(join(PORTAL_DIR, 'assets'), {
    immutable: true,
    maxAge: '1y',
    fallthrough: false,
  });
  router.use('/portal/assets/', assets);
  router.get('/portal/:slug', (request: Request, response: Response, next: NextFunction) => {
    response.setHeader('X-Robots-Tag', 'noindex, nofollow');
    // From a cache, browsers would still show a page that was turned off, or a 404 for a page that was turned on.
    response.setHeader('Cache-Control', 'no-store');
    const page = applications.findPortal(String(request.params['slug']));
    if (!page) {
      response.status(404).type('text/plain').send('There is no such page.\n');
      return;
    }
    policyFor(page.portalLogoUrl)(request, response, (error?: unknown) => {
      if (error) return next(error);
      response.sendFile(join(PORTAL_DIR, 'index.html'), { cacheControl: false });
    });
  });
}

/** The page loads its own files and the logo, and nothing else. */
function policyFor(logoUrl: string) {
  const logo = httpsOriginOf(logoUrl);
  return contentSecurityPolicy({
    useDefaults: false,
    directives: {
      defaultSrc: ["'none'"],
      scriptSrc: ["'self'"],
      styleSrc: ["'self'"],
      imgSrc: ["'self'", ...(logo === undefined ? [] : [logo])],
      connectSrc: ["'self'"],
      formAction: ["'none'"],
      baseUri: ["'none'"],
      frameAncestors: ["'none'"],
    },
  });
}
