import { Busboy, type BusboyHeaders } from '@fastify/busboy';
import { errorMessage } from '@app/platform';
import { parameterError } from '../errors/client-errors.js';
import { refuseReplaced } from './refuse-replaced.js';

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
      const limits = { fieldNameSize: body.length, fieldSize: body.length };
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
      parser.end(body);
    } catch (error) {
      unreadable(error);
    }
  });
}
