import { beforeAll, describe, expect, it } from '@jest/globals';
import { createWithPage, PortalClient } from '../../support/portal-client.js';
import { RawSocket } from '../../support/raw-socket.js';
import { TestServer } from '../../support/test-server.js';

const PIECE = Buffer.from(`10000\r\n${'x'.repeat(0x10000)}\r\n`);
/** Number of pieces: 4 MiB together, more than any of these endpoints accepts. */
const PIECES = 64;

/** The server must refuse a body without an announced length before the body ends, since it may never end. */
describe('a body that is too long and does not end', () => {
  const server = TestServer.forSuite();
  let slug: string;
  beforeAll(async () => {
    ({ slug } = await PortalClient.of(await createWithPage(server)));
  });

  it.each([
    ['the customer’s page', () => `/api/portal/v1/${slug}/sign-in`, 413],
    ['administrators', () => '/api/admin/v1/auth/login', 413],
    // This protocol reports errors in the body.
    ['shops', () => '/shared/commodity/items', 200],
    ['clients', () => '/api/client/v1/card/login', 413],
  ])('is refused at once by the API for %s', async (_, path, status) => {
    const raw = await RawSocket.open(server.url);
    raw.write(
      `POST ${path()} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n`,
    );
    for (let i = 0; i < PIECES; i++) raw.write(PIECE);
    expect(await raw.statuses(1)).toEqual([status]);
    raw.drop();
  });
});
