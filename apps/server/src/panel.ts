import express, { type NextFunction, type Request, type Response, type Router } from 'express';
import { existsSync, readdirSync } from 'node:fs';
import { extname, join } from 'node:path';

/** The build output of the panel. */
const PANEL_DIR = join(import.meta.dirname, '../../../admin-ui');
const ASSETS_DIR = join(PANEL_DIR, 'assets');

/** Preferred encodings in order, with the file extensions that the build gives to compressed assets. */
const ENCODINGS = { br: '.br', gzip: '.gz' };

/**
 * Serves the built panel at `/admin/`, to which the root redirects. Page addresses are resolved by the panel itself.
 */
export function servePanel(router: Router): void {
  if (!existsSync(PANEL_DIR)) return;
  // Asset names change with their contents.
  const assets = express.static(ASSETS_DIR, {
    immutable: true,
    maxAge: '1y',
    fallthrough: false,
  });
  router.use('/admin/assets/', chooseCompressedCopy(new Set(readdirSync(ASSETS_DIR))), assets);
  router.use('/admin/', express.static(PANEL_DIR));
  router.use((request: Request, response: Response, next: NextFunction) => {
    const { method, path } = request;
    if (path === '/') response.redirect('/admin/');
    else if (method === 'GET' && path.startsWith('/admin/')) response.sendFile(join(PANEL_DIR, 'index.html'));
    else next();
  });
}

/**
 * Selects the compressed copy of an asset. Compressing a script takes 50 ms, during which nobody else is served, so the
 * build does it once. Only these files are compressed: answers that hold secrets are not, so that their length reveals
 * nothing.
 */
function chooseCompressedCopy(files: ReadonlySet<string>) {
  return (request: Request, response: Response, next: NextFunction): void => {
    const name = request.path.slice(1);
    for (const [encoding, end] of Object.entries(ENCODINGS)) {
      if (!files.has(name + end)) continue;
      response.vary('Accept-Encoding');
      if (!request.acceptsEncodings(encoding)) continue;
      response.setHeader('Content-Encoding', encoding);
      response.type(extname(name));
      request.url = `/${name}${end}`;
      break;
    }
    next();
  };
}
