import express, { type Request, type Response } from 'express';
import { ClientHttpError } from '../errors/client-errors.js';

export type BodyReader = (request: Request, response: Response) => Promise<Buffer>;

/**
 * Creates the function that reads a request's body. It fails with status 400 when the client disconnects meanwhile,
 * with 413, or with the error of Express's reader.
 * @param limit largest body in bytes
 */
export function createBodyReader(limit: number): BodyReader {
  const readAny = express.raw({ limit, type: () => true });
  return (request, response) =>
    new Promise<Buffer>((resolve, reject) => {
      // Express's reader would read all of it first.
      if (Number(request.headers['content-length']) > limit) return reject(new ClientHttpError(413));
      if (isPlain(request)) return collect(request, resolve, reject);
      readAny(request, response, (error?: unknown) => {
        if (error) reject(error);
        else resolve(Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0));
      });
    });
}

/** True for most bodies: short, uncompressed and of known length, which need no further checks. */
function isPlain({ headers }: Request): boolean {
  return headers['content-length'] !== undefined && headers['content-encoding'] === undefined;
}

/** Reads a plain body; Node itself enforces the declared length. */
function collect(request: Request, resolve: (body: Buffer) => void, reject: (error: Error) => void): void {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => resolve(chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks)));
  // Its own code, ECONNRESET, would be mistaken for the database's.
  request.on('error', () => reject(new ClientHttpError(400)));
}
