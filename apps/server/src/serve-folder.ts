import express, { type NextFunction, type Request, type RequestHandler, type Response } from 'express';
import { readdirSync } from 'node:fs';
import { extname } from 'node:path';

/** Encodings, best first, with the file extensions of the compressed copies that the build creates. */
const ENCODINGS = { br: '.br', gzip: '.gz' };

/**
 * Serves the files of a build folder, compressed if the build has created compressed copies.
 * @param options of `express.static`
 */
export function serveFolder(
  folder: string,
  options: Parameters<typeof express.static>[1] = {},
): RequestHandler[] {
  return [chooseCompressedCopy(new Set(readdirSync(folder))), express.static(folder, options)];
}

/**
 * Selects a compressed copy. The build compresses the files, since compressing a script on each request would block
 * other requests for 50 ms. Responses with secrets are not compressed at all, since the compressed length would reveal
 * information about the secrets.
 */
function chooseCompressedCopy(files: ReadonlySet<string>) {
  return (request: Request, response: Response, next: NextFunction): void => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return next();
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
