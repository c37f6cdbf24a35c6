import type { NextFunction, Request, Response } from 'express';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** The panel as its own build left it. */
const PANEL_DIR = join(import.meta.dirname, '../../../admin-ui');

/** Serves the built panel at `/admin/`, where the root leads. */
export function servePanel(app: NestExpressApplication): void {
  if (!existsSync(PANEL_DIR)) return;
  app.useStaticAssets(PANEL_DIR, { prefix: '/admin/' });
  app.use((request: Request, response: Response, next: NextFunction) => {
    if (request.path === '/') response.redirect('/admin/');
    else next();
  });
}
