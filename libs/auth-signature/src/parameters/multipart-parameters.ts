import { Busboy, type BusboyHeaders } from '@fastify/busboy';
import { ParameterError, parameterError } from '../errors/client-errors.js';
import { refuseInvalidUtf8 } from './refuse-invalid-utf8.js';
import { MAX_PARAMETERS, tooManyParameters } from './parameter-count.js';

/** Maximum length of a boundary in RFC 2046. */
const MAX_BOUNDARY_LENGTH = 70;
const PIECE_BYTES = 16 * 1024;

/**
 * Parses the fields of a multipart body.
 * @throws ParameterError for a file part, bytes that are not text, or a body that is not multipart
 */
export function parseMultipartParameters(body: Buffer, contentType: string): Promise<[string, string][]> {
  return new Promise((resolve, reject) => {
    // The parser's own messages are not for clients.
    const unreadable = () => reject(parameterError('body', 'multipart'));
    const fields: [string, string][] = [];
    try {
      const parser = createParser(body, contentType);
      requirePlainHeads(body, contentType);
      parser.on('field', (name: string | undefined, value: string) => {
        if (name === undefined) unreadable();
        else fields.push([name, value]);
      });
      parser.on('file', (name, file) => {
        // A truncated file emits a separate error. Without a listener, this error would end the process.
        file.on('error', unreadable);
        file.resume();
        reject(parameterError(name || 'body', 'file'));
      });
      parser.on('error', unreadable);
      parser.on('finish', () => {
        try {
          refuseInvalidUtf8(fields, () => body);
          resolve(fields);
        } catch (error) {
          reject(error);
        }
      });
      parser.on('partsLimit', () => {
        reject(tooManyParameters());
        parser.destroy();
      });
      // Passes the body in pieces, because the parser cannot be stopped while it processes a piece.
      for (let at = 0; at < body.length && !parser.destroyed; at += PIECE_BYTES) {
        parser.write(body.subarray(at, at + PIECE_BYTES));
      }
      if (!parser.destroyed) parser.end();
      // By the next turn of the event loop, the parser has received the whole body. A parser that has not finished by
      // then never finishes: for example, nothing reads a long part without headers, so the parser waits forever.
      setImmediate(unreadable);
    } catch (error) {
      if (error instanceof ParameterError) reject(error);
      else unreadable();
    }
  });
}

/** Maximum number of semicolons in a part's head, enough for a name, a file name, a type and a charset. */
const MOST_SEMICOLONS = 8;
const SEMICOLON = 0x3b;

/**
 * Refuses parts whose heads have many parameters, since the parser takes as long for each parameter as for a whole
 * field.
 * @throws ParameterError
 */
function requirePlainHeads(body: Buffer, contentType: string): void {
  const boundaries = [...contentType.matchAll(/boundary\*?=(?:"([^"]*)"|([^;\s]*))/gi)];
  const boundary = boundaries[0]?.[1] ?? boundaries[0]?.[2];
  // If there are several boundaries, the parser might use a different one than this check.
  if (boundaries.length !== 1 || !boundary) throw parameterError('body', 'boundary', MAX_BOUNDARY_LENGTH);
  for (let at = body.indexOf(`--${boundary}`); at >= 0; at = body.indexOf(`--${boundary}`, at)) {
    const end = body.indexOf('\r\n\r\n', at);
    let semicolons = 0;
    const head = body.subarray(at, end < 0 ? body.length : end);
    for (const byte of head) if (byte === SEMICOLON) semicolons += 1;
    if (semicolons > MOST_SEMICOLONS) throw parameterError('body', 'multipart');
    at += Math.max(head.length, boundary.length);
  }
}

/** @throws ParameterError */
function createParser(body: Buffer, contentType: string) {
  const headers: BusboyHeaders = { 'content-type': contentType };
  const limits = { fieldNameSize: body.length, fieldSize: body.length, parts: MAX_PARAMETERS };
  try {
    return new Busboy({ headers, limits });
  } catch {
    throw parameterError('body', 'boundary', MAX_BOUNDARY_LENGTH);
  }
}
