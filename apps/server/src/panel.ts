import express, { type NextFunction, type Request, type Response, type Router } from 'express';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { serveFolder } from './serve-folder.js';

/** Folder of the built panel. */
const PANEL_DIR = join(import.meta.dirname, '../../../admin-ui');
const ASSETS_DIR = join(PANEL_DIR, 'assets');

/** Serves the built panel at `/admin/` and redirects the root to it. The panel itself routes paths below `/admin/`. */
export function servePanel(router: Router): void {
  if (!existsSync(PANEL_DIR)) return;
  // The names of these files contain a hash of their content.
  const assets = serveFolder(ASSETS_DIR, { immutable: true, maxAge: '1y', fallthrough: false });
  router.use('/admin/assets/', assets);
  router.use('/admin/', express.static(PANEL_DIR));
  router.use((request: Request, response: Response, next: NextFunction) => {
    const { method, path } = request;
    if (path === '/') response.redirect('/admin/');
    else if (method === 'GET' && path.startsWith('/admin/')) response.sendFile(join(PANEL_DIR, 'index.html'));
    else next();
  });
}
