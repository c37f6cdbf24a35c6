import express, { type NextFunction, type Request, type Response, type Router } from 'express';
import { existsSync, readdirSync } from 'node:fs';
import { extname, join } from 'node:path';

/** The panel as its own build left it. */
const PANEL_DIR = join(import.meta.dirname, '../../../admin-ui');
const ASSETS_DIR = join(PANEL_DIR, 'assets');

/** Best first, with the ends of the names that the build gives to compressed copies of assets. */
const ENCODINGS = { br: '.br', gzip: '.gz' };

/** Serves the built panel at `/admin/`, where the root leads. Its pages have addresses that only it knows. */
export function servePanel(router: Router): void {
  if (!existsSync(PANEL_DIR)) return;
  // The names of these change with what is in them.
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
 * Compressing a script takes 50 ms, in which nobody else is served: the build does it once. Only these files are
 * compressed: answers that hold secrets are not, so that their length tells nothing.
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
