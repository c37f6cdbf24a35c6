import { describe, expect } from '@jest/globals';
import type { DataSource } from 'typeorm';
import type { ApplicationDto } from '@app/apply';
import { Card } from '@app/database';
import { startPrivateRedis } from '../../tools/private-redis.js';
import type { PrivateServer } from '../../tools/private-server.js';
import { AdminClient } from './admin-client.js';
import { applyHere } from './apply-here.js';
import { openTestDataSource } from './open-data-source.js';
import { REDIS_URL } from './private-redis.js';
import { clientOf, eventually, ServerProcess } from './server-process.js';
import type { Answer, SignedClient } from './signed-client.js';
import { createMigratedDatabase, ENGINE, type TestDatabase } from './test-database.js';

/** Like `describe`, for tests that need MySQL and Redis. */
export const describeGroup = ENGINE === 'mysql' && REDIS_URL !== undefined ? describe : describe.skip;

/** Several server processes on one database, with a Redis of their own and an application with cards. */
export class ServerGroup {
  private constructor(
    readonly database: TestDatabase,
    readonly redis: PrivateServer,
    readonly servers: ServerProcess[],
    readonly application: ApplicationDto,
    readonly dataSource: DataSource,
  ) {}

  /** @param application the application's entry in a file; cards have the type `T` */
  static async start(count: number, application: object = {}): Promise<ServerGroup> {
    const [database, redis] = await Promise.all([createMigratedDatabase(), startPrivateRedis()]);
    const applied = await applyHere(database.environment, {
      card_types: [{ name: 'T', duration: { unit: 'days', amount: 30 } }],
      cards: ['C1', 'C2', 'C3'].map((card) => ({ card, card_type: 'T' })),
      ...application,
    });
    const dataSource = await openTestDataSource(database.environment);
    const group = new ServerGroup(database, redis!, [], applied, dataSource);
    await Promise.all(Array.from({ length: count }, () => group.add()));
    return group;
  }

  get environment(): Record<string, string> {
    return { ...this.database.environment, REDIS_URL: this.redis.url };
  }

  /** @param environment further settings, which take precedence */
  async add(environment: Record<string, string> = {}): Promise<ServerProcess> {
    const server = await ServerProcess.start({ ...this.environment, ...environment });
    this.servers.push(server);
    return server;
  }

  /** A client of each server. */
  get clients(): SignedClient[] {
    return this.servers.map((server) => clientOf(server, this.application));
  }

  /** Signs the owner in at each server. */
  owners(): Promise<AdminClient[]> {
    return Promise.all(this.servers.map((server) => AdminClient.owner(server)));
  }

  async cardId(card: string): Promise<number> {
    return (await this.dataSource.manager.findOneByOrFail(Card, { card })).id;
  }

  async stop(): Promise<void> {
    await Promise.all(this.servers.map((server) => server.kill()));
    await this.dataSource.destroy();
    await Promise.all([this.redis.stop(), this.database.drop()]);
  }
}

/** Logs in and returns the token; fails when the server refuses. */
export async function login(client: SignedClient, card = 'C1', device_id = 'D1'): Promise<string> {
  const { code, result } = await client.post('/card/login', { card, device_id });
  expect(code).toBe(0);
  return String(result!.token);
}

export function heartbeat(client: SignedClient, token: string, card = 'C1'): Promise<Answer> {
  return client.post('/card/heartbeat', { card, token });
}

/**
 * Repeats a request until it is not refused with 503. After each change of Redis's primary, servers refuse requests for
 * a while. Recording the first primary counts as such a change.
 */
export function served(send: () => Promise<Answer>): Promise<Answer> {
  return eventually(async () => {
    const answer = await send();
    return answer.code === 503 ? undefined : answer;
  });
}
