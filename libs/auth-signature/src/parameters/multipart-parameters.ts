import { Busboy, type BusboyHeaders } from '@fastify/busboy';
import { ParameterError, parameterError } from '../errors/client-errors.js';
import { refuseReplaced } from './refuse-replaced.js';
import { MAX_PARAMETERS, tooMany } from './require-few.js';

/** RFC 2046 allows as many. */
const MAX_BOUNDARY_LENGTH = 70;
const PIECE_BYTES = 16 * 1024;

/**
 * The fields of a multipart body.
 * @throws ParameterError for a file part, bytes that are no text, or a body that is not multipart
 */
export function parseMultipartParameters(body: Buffer, contentType: string): Promise<[string, string][]> {
  return new Promise((resolve, reject) => {
    // The parser's own words are not for clients.
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
        // A file that is cut off fails by itself too; nobody listening, that would end the process.
        file.on('error', unreadable);
        file.resume();
        reject(parameterError(name || 'body', 'file'));
      });
      parser.on('error', unreadable);
      parser.on('finish', () => {
        try {
          refuseReplaced(fields, () => body);
          resolve(fields);
        } catch (error) {
          reject(error);
        }
      });
      parser.on('partsLimit', () => {
        reject(tooMany());
        parser.destroy();
      });
      // Piece by piece: the parser goes on to the end of what it was given, however many parts it has seen.
      for (let at = 0; at < body.length && !parser.destroyed; at += PIECE_BYTES) {
        parser.write(body.subarray(at, at + PIECE_BYTES));
      }
      if (!parser.destroyed) parser.end();
      // It has the whole body, and reads it before the next turn. It waits for ever for a reader of some parts that are
      // long and have no header.
      setImmediate(unreadable);
    } catch (error) {
      if (error instanceof ParameterError) reject(error);
      else unreadable();
    }
  });
}

/** A part's head has a name, and perhaps the name of a file, a type and a charset. */
const MOST_SEMICOLONS = 8;
const SEMICOLON = 0x3b;

/**
 * Refuses parts whose heads have many parameters, each of which takes the parser as long as a whole field.
 * @throws ParameterError
 */
function requirePlainHeads(body: Buffer, contentType: string): void {
  const boundaries = [...contentType.matchAll(/boundary\*?=(?:"([^"]*)"|([^;\s]*))/gi)];
  const boundary = boundaries[0]?.[1] ?? boundaries[0]?.[2];
  // Of several the parser might take another one.
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
