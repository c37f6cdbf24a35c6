import express, { type Response, type Router } from 'express';
import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';

/** Folder of the SDK archives that `npm run build` creates. */
const ARCHIVES_DIR = join(import.meta.dirname, '../../../sdk-archives');

/** Serves the SDKs at `/sdks/` as files to download. They contain no application data and require no sign-in. */
export function serveSdks(router: Router): void {
  if (!existsSync(ARCHIVES_DIR)) return;
  router.use('/sdks/', express.static(ARCHIVES_DIR, { index: false, redirect: false, setHeaders: nameFile }));
}

function nameFile(response: Response, path: string): void {
  response.attachment(basename(path));
}
