import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import express from 'express';
import * as fc from 'fast-check';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createParameterReader } from './read-parameters.js';

type Entries = [key: string, value: string][];

const text = fc.oneof(fc.string(), fc.string({ unit: 'grapheme' }), fc.string({ unit: 'binary' }));
const entriesWith = (key: fc.Arbitrary<string>) =>
  fc.uniqueArray(fc.tuple(key, text), { selector: ([name]) => name, maxLength: 10 });

const BOUNDARY = 'e6d1b6f0-3d0f-4a51-9d4a-boundary';

/** Returns a multipart body whose names may contain anything but line breaks, quoted as in RFC 7578. */
function multipart(entries: Entries): string {
  const parts = entries.map(([key, value]) => {
    const name = key.replace(/["\\]/g, '\\$&');
    return `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
  });
  return `${parts.join('')}--${BOUNDARY}--\r\n`;
}

const BODIES: Record<string, { type: string; encode: (entries: Entries) => string }> = {
  JSON: {
    type: 'application/json',
    encode: (entries) => JSON.stringify(Object.fromEntries(entries)),
  },
  urlencoded: {
    type: 'application/x-www-form-urlencoded',
    encode: (entries) => new URLSearchParams(entries).toString(),
  },
  multipart: { type: `multipart/form-data; boundary=${BOUNDARY}`, encode: multipart },
};

describe('createParameterReader', () => {
  let server: Server;
  let url: string;
  beforeAll(async () => {
    const read = createParameterReader(1024 * 1024);
    const app = express().use((request, response, next) => {
      read(request, '192.0.2.1').then((parameters) => response.json([...parameters]), next);
    });
    server = createServer(app);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  });
  afterAll(() => new Promise((resolve) => server.close(resolve)));

  /** Returns the reader's result for a request, ordered by key. */
  async function roundTrip(query: Entries, body?: { type: string; text: string }): Promise<Entries> {
    const response = await fetch(`${url}?${new URLSearchParams(query).toString()}`, {
      ...(body && { method: 'POST', body: body.text, headers: { 'content-type': body.type } }),
    });
    expect(response.status).toBe(200);
    return sorted((await response.json()) as Entries);
  }

  it('reads any parameters of a query as they were', async () => {
    await fc.assert(
      fc.asyncProperty(entriesWith(text), async (entries) => {
        expect(await roundTrip(entries)).toEqual(sorted(entries));
      }),
    );
  });

  it.each(Object.keys(BODIES))('reads any parameters of a %s body as they were', async (encoding) => {
    const { type, encode } = BODIES[encoding]!;
    const key = encoding === 'multipart' ? text.filter((name) => !/[\r\n]/.test(name)) : text;
    await fc.assert(
      fc.asyncProperty(entriesWith(key), async (entries) => {
        expect(await roundTrip([], { type, text: encode(entries) })).toEqual(sorted(entries));
      }),
    );
  });

  it.each(Object.keys(BODIES))('reads query and %s body as one set', async (encoding) => {
    const { type, encode } = BODIES[encoding]!;
    const key = text.filter((name) => !/[\r\n]/.test(name));
    const places = fc.array(fc.constantFrom('query', 'body', 'both'), { minLength: 10, maxLength: 10 });
    await fc.assert(
      fc.asyncProperty(entriesWith(key), places, async (entries, place) => {
        const query = entries.filter((_, index) => place[index] !== 'body');
        const body = entries.filter((_, index) => place[index] !== 'query');
        expect(await roundTrip(query, { type, text: encode(body) })).toEqual(sorted(entries));
      }),
    );
  });
});

function sorted(entries: Entries): Entries {
  return entries.toSorted(([a], [b]) => (a < b ? -1 : Number(a > b)));
}
