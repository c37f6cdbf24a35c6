import express, { type Request, type Response } from 'express';
import { readWithin } from '@app/platform';
import { OrderError } from './order-error.js';

/** Returns a function that reads a body of at most `maxBytes` as it was sent. It throws an OrderError. */
export function bodyReceiver(maxBytes: number): (request: Request, response: Response) => Promise<Buffer> {
  const readRaw = express.raw({ type: () => true, limit: maxBytes, inflate: false });
  return async (request, response) => {
    try {
      await readWithin(readRaw, request, response, maxBytes, () => new OrderError('body_too_large'));
    } catch (error) {
      throw faultOf(error);
    }
    return Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
  };
}

function faultOf(error: unknown): unknown {
  const status = (error as { status?: unknown }).status;
  if (status === 413) return new OrderError('body_too_large');
  if (status === 415) return new OrderError('unsupported_body');
  if (status === 400) return new OrderError('invalid_request', { faults: 'the body is incomplete' });
  return error;
}
