import express, { type Request, type Response } from 'express';
import { whenBodyExceeds } from '@app/platform';
import { OrderError } from './order-error.js';

/** Returns a function that reads a body of at most `maxBytes` as it was sent. It throws an OrderError. */
export function bodyReceiver(maxBytes: number): (request: Request, response: Response) => Promise<Buffer> {
  const readRaw = express.raw({ type: () => true, limit: maxBytes, inflate: false });
  return (request, response) =>
    new Promise((resolve, reject) => {
      if (Number(request.headers['content-length']) > maxBytes)
        return reject(new OrderError('body_too_large'));
      readRaw(request, response, (error?: unknown) => {
        if (error) reject(faultOf(error));
        else resolve(Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0));
      });
      whenBodyExceeds(request, maxBytes, () => reject(new OrderError('body_too_large')));
    });
}

function faultOf(error: unknown): unknown {
  const status = (error as { status?: unknown }).status;
  if (status === 413) return new OrderError('body_too_large');
  if (status === 415) return new OrderError('unsupported_body');
  if (status === 400) return new OrderError('invalid_request', { faults: 'the body is incomplete' });
  return error;
}
