import express, { type NextFunction, type Request, type RequestHandler, type Response } from 'express';
import { readdirSync } from 'node:fs';
import { extname } from 'node:path';

/** Best first, with the ends of the names that the build gives to compressed copies of files. */
const ENCODINGS = { br: '.br', gzip: '.gz' };

/**
 * Serves the files of a folder that the build made, compressed where it left copies.
 * @param options of `express.static`
 */
export function serveFolder(
  folder: string,
  options: Parameters<typeof express.static>[1] = {},
): RequestHandler[] {
  return [chooseCompressedCopy(new Set(readdirSync(folder))), express.static(folder, options)];
}

/**
 * Compressing a script blocks other requests for 50 ms, so the build does it once. Only these files are
 * compressed: answers that hold secrets are not, so that their length tells nothing.
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
