import type { Request, Response, Router } from 'express';
import { join } from 'node:path';
import { serveFolder } from '../serve-folder.js';
import { LLMS_TEXT } from './llms-text.js';

/**
 * Folder of the API document, the page that shows it, the protocol and the quick start. The build creates this folder,
 * since generating the API document in the server would block other requests and take memory.
 */
const DOCS_DIR = join(import.meta.dirname, '../../../../docs');

/**
 * Serves the API document, for people at `/docs/` and for programs at `/docs/openapi.json`. Also serves `/llms.txt`,
 * which gives AI assistants links to the documents.
 * @param router router of requests that are not for the client API
 */
export function serveDocs(router: Router): void {
  router.get('/llms.txt', (_: Request, response: Response) => {
    response.type('text/plain').send(LLMS_TEXT);
  });
  router.use('/docs', serveFolder(DOCS_DIR));
}
