import { readFileSync } from 'node:fs';
import { join } from 'node:path';

interface Signs {
  md5: string;
  'hmac-sha256': string;
}

/** A request as sent over the wire. */
export interface Sent {
  query?: string;
  content_type?: string;
  body?: string;
}

interface Vectors {
  app_key: string;
  app_secret: string;
  /** Epoch seconds. */
  server_time: number;
  requests: {
    name: string;
    method: string;
    path: string;
    parameters: Record<string, string>;
    signed_text: string;
    sign: Signs;
    sent_in_md5_mode: Sent[];
  }[];
  refused: ({ name: string; code: number; method: string; path: string } & Sent)[];
  answers: {
    name: string;
    note?: string;
    code: number;
    message: string;
    result?: Record<string, string | number>;
    nonce: string;
    signed_text: string;
    sign: Signs;
  }[];
  /** Correctly signed, but to be refused. */
  refused_answers: Vectors['answers'];
}

/** The test vectors for client developers, from docs/test-vectors.json. */
export const VECTORS = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../docs/test-vectors.json'), 'utf8'),
) as Vectors;
