import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { type ClientRequest, request } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { Session } from '@app/database';
import { applyHere } from '../../support/apply-here.js';
import { openTestDataSource } from '../../support/open-data-source.js';
import { clientOf, eventually, ServerProcess } from '../../support/server-process.js';
import type { SignedClient } from '../../support/signed-client.js';
import { createMigratedDatabase, type TestDatabase } from '../../support/test-database.js';

/** Time in milliseconds after which a stopping server closes connections with incomplete requests. */
const CLOSED_AFTER_MS = 8000;

describe('a server that is asked to stop', () => {
  let database: TestDatabase;
  let server: ServerProcess;
  let client: SignedClient;

  beforeEach(async () => {
    database = await createMigratedDatabase();
    const application = await applyHere(database.environment, {
      card_types: [{ name: 'Day', duration: { unit: 'days', amount: 1 }, max_sessions: 0 }],
      cards: [{ card: 'C', card_type: 'Day' }],
    });
    server = await ServerProcess.start(database.environment);
    client = clientOf(server, application);
  });
  afterEach(async () => {
    await server.kill();
    await database.drop();
  });

  /**
   * Sends the headers of a login and waits until the server has received them. The returned function sends the body.
   */
  const beginLogin = async () => {
    const body = JSON.stringify(client.sign({ card: 'C', device_id: 'D' }));
    const begun = request(`${server.url}/api/client/v1/card/login`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
        expect: '100-continue',
      },
    });
    begun.flushHeaders();
    await once(begun, 'continue');
    return { begun, finish: () => answerTo(begun, body) };
  };

  it('ends with code 0 and without an error', async () => {
    await client.post('/card/login', { card: 'C', device_id: 'D' });
    const { code, signal, stderr, stdout } = await server.stop();
    expect({ code, signal, stderr }).toEqual({ code: 0, signal: null, stderr: '' });
    expect(levelsOf(stdout).filter((level) => level >= 40)).toEqual([]);
  });

  it('saves the last heartbeats', async () => {
    const { result } = await client.post('/card/login', { card: 'C', device_id: 'D' });
    const token = String(result!.token);
    let lastSent = 0;
    for (let i = 0; i < 5; i++) {
      lastSent = Date.now();
      expect(await client.post('/card/heartbeat', { card: 'C', token })).toMatchObject({ code: 0 });
    }
    expect(await server.stop()).toMatchObject({ code: 0 });
    const dataSource = await openTestDataSource(database.environment);
    const session = await dataSource.manager.findOneByOrFail(Session, {});
    await dataSource.destroy();
    expect(session.lastSeenAt).toBeGreaterThanOrEqual(lastSent);
    expect(session.endedAt).toBeNull();
  });

  it('answers requests in progress, and accepts no more', async () => {
    const logins = await Promise.all([beginLogin(), beginLogin()]);
    server.terminate();
    await eventually(async () => ((await isListening(server.url)) ? undefined : true));
    for (const { finish } of logins) {
      expect(await finish()).toMatchObject({ code: 0, result: { token: expect.any(String) } });
    }
    const answered = performance.now();
    expect(await server.ended()).toMatchObject({ code: 0, signal: null, stderr: '' });
    expect(performance.now() - answered).toBeLessThan(CLOSED_AFTER_MS);
  });

  it('does not wait for clients that keep their connection', async () => {
    const idle = connect(Number(new URL(server.url).port), '127.0.0.1');
    await once(idle, 'connect');
    idle.on('error', () => undefined);
    expect(await client.post('/card/login', { card: 'C', device_id: 'D' })).toMatchObject({ code: 0 });
    const started = performance.now();
    expect(await server.stop()).toMatchObject({ code: 0 });
    expect(performance.now() - started).toBeLessThan(CLOSED_AFTER_MS);
    idle.destroy();
  });

  it('does not wait forever for an incomplete request', async () => {
    const { begun } = await beginLogin();
    const cutOff = once(begun, 'error');
    const started = performance.now();
    expect(await server.stop()).toMatchObject({ code: 0, signal: null, stderr: '' });
    expect(performance.now() - started).toBeLessThan(15_000);
    await cutOff;
  });

  it('stops once for two signals', async () => {
    const { finish } = await beginLogin();
    server.terminate();
    await eventually(async () => ((await isListening(server.url)) ? undefined : true));
    server.terminate();
    expect(await finish()).toMatchObject({ code: 0 });
    expect(await server.ended()).toMatchObject({ code: 0, signal: null, stderr: '' });
  });
});

async function answerTo(begun: ClientRequest, body: string): Promise<unknown> {
  begun.end(body);
  const [response] = await once(begun, 'response');
  return JSON.parse(await text(response));
}

async function isListening(url: string): Promise<boolean> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}

function levelsOf(log: string): number[] {
  return log
    .trim()
    .split('\n')
    .map((line) => (JSON.parse(line) as { level: number }).level);
}
