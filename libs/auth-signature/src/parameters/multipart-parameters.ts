import { Busboy, type BusboyHeaders } from '@fastify/busboy';
import { errorMessage } from '@app/platform';
import { parameterError } from '../errors/client-errors.js';
import { refuseReplaced } from './refuse-replaced.js';
import { MAX_PARAMETERS, tooMany } from './require-few.js';

const PIECE_BYTES = 16 * 1024;

/**
 * The fields of a multipart body.
 * @throws ParameterError for a file part, bytes that are no text, or a body that is not multipart
 */
export function parseMultipartParameters(body: Buffer, contentType: string): Promise<[string, string][]> {
  return new Promise((resolve, reject) => {
    const unreadable = (error: unknown) => reject(parameterError('body', 'body', errorMessage(error)));
    const fields: [string, string][] = [];
    try {
      const headers: BusboyHeaders = { 'content-type': contentType };
      const limits = { fieldNameSize: body.length, fieldSize: body.length, parts: MAX_PARAMETERS };
      const parser = new Busboy({ headers, limits });
      parser.on('field', (name: string | undefined, value: string) => {
        if (name === undefined) unreadable(new Error('a field has no name'));
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
      setImmediate(() => unreadable(new Error('a part cannot be read')));
    } catch (error) {
      unreadable(error);
    }
  });
}
