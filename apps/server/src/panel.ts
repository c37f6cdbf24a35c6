import type { NestExpressApplication } from '@nestjs/platform-express';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** The panel as its own build left it. */
const PANEL_DIR = join(import.meta.dirname, '../../../admin-ui');

/** Serves the built panel at `/admin/`. */
export function servePanel(app: NestExpressApplication): void {
  if (existsSync(PANEL_DIR)) app.useStaticAssets(PANEL_DIR, { prefix: '/admin/' });
}
