import { expect } from '@jest/globals';
import { randomBytes } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { Card, type Channel, type ChannelProduct, Device, insertRows, Session } from '@app/database';
import { SessionExpiryJob } from '@app/licensing';
import { SecretBox } from '@app/platform';
import { createChannel } from './shop.js';
import { type Answer, type Parameters, SignedClient } from './signed-client.js';
import { snapshotTables } from './table-snapshot.js';
import type { ApplicationFile, TestServer } from './test-server.js';

type Fields = Record<string, unknown>;

export interface CardApplicationFile {
  /** Settings of the application. */
  settings?: ApplicationFile;
  /** Terms of the default card type; by default 30 days. */
  type?: Fields;
  /** Further card types by name. */
  types?: Record<string, Fields>;
  /** Cards by name, or with their fields; by default a single card C1. */
  cards?: (string | (Fields & { card: string }))[];
}

const TYPE = 'Type';
const ROWS_AT_A_TIME = 100;
const TERMS = { duration: { unit: 'days', amount: 30 } };

/** A separate application with cards on a test server, and methods that call the card endpoints. */
export class CardApplication {
  private static count = 0;

  private constructor(
    readonly server: TestServer,
    readonly name: string,
    readonly client: SignedClient,
  ) {}

  static async create(server: TestServer, file: CardApplicationFile = {}): Promise<CardApplication> {
    const { settings, type, types = {}, cards = ['C1'] } = file;
    const name = `Application ${++CardApplication.count}`;
    const client = await server.client({
      name,
      ...settings,
      card_types: [
        { name: TYPE, ...TERMS, ...type },
        ...Object.entries(types).map(([name, terms]) => Object.assign({ name }, TERMS, terms)),
      ],
      cards: cards.map((card) =>
        Object.assign({ card_type: TYPE }, typeof card === 'string' ? { card } : card),
      ),
    });
    return new CardApplication(server, name, client);
  }

  /** Returns the same application after a restart of the server, which changes the port. */
  reconnect(): CardApplication {
    const client = new SignedClient(this.server.url, this.client.credentials, this.server.clock);
    return new CardApplication(this.server, this.name, client);
  }

  /** Changes settings of the application. */
  async configure(settings: ApplicationFile): Promise<void> {
    await this.server.apply({ name: this.name, ...settings });
  }

  /** Changes a card, for example freezes it. */
  async change(changes: Fields, card = 'C1'): Promise<void> {
    await this.configure({ cards: [{ card, card_type: TYPE, ...changes }] });
  }

  login(device_id = 'D1', card = 'C1', more: Parameters = {}): Promise<Answer> {
    return this.client.post('/card/login', { card, device_id, ...more });
  }

  /** Logs in and returns the token; fails when the server refuses. */
  async open(device_id = 'D1', card = 'C1'): Promise<string> {
    const { code, result } = await this.login(device_id, card);
    expect(code).toBe(0);
    return String(result!.token);
  }

  heartbeat(token: string, card = 'C1'): Promise<Answer> {
    return this.client.post('/card/heartbeat', { card, token });
  }

  /** Sends heartbeats one after the other until `work` is done. Expects all to succeed, and returns their number. */
  async beatDuring(token: string, work: () => Promise<unknown>): Promise<number> {
    const state = { isDone: false };
    const working = work().finally(() => (state.isDone = true));
    let beats = 0;
    for (; !state.isDone; beats++) expect(await this.heartbeat(token)).toMatchObject({ code: 0 });
    await working;
    return beats;
  }

  /** Returns true if a heartbeat of the session succeeds. */
  async lives(token: string, card = 'C1'): Promise<boolean> {
    const { code } = await this.heartbeat(token, card);
    expect([0, 10214]).toContain(code);
    return code === 0;
  }

  logout(token: string, card = 'C1'): Promise<Answer> {
    return this.client.post('/card/logout', { card, token });
  }

  unbind(token: string, device_id = 'D1', card = 'C1'): Promise<Answer> {
    return this.client.post('/card/unbind-device', { card, device_id, token });
  }

  setPassword(token: string, password: string, card = 'C1'): Promise<Answer> {
    return this.client.post('/card/unbind-password', { card, password, token });
  }

  unbindByPassword(password: string, card = 'C1'): Promise<Answer> {
    return this.client.post('/card/unbind-by-password', { card, password });
  }

  recharge(use_card: string, card = 'C1'): Promise<Answer> {
    return this.client.post('/card/recharge', { card, use_card });
  }

  /** Creates a channel in the database, like `createChannel`. */
  createChannel(
    products?: Record<string, Partial<ChannelProduct>>,
    settings?: Partial<Channel>,
  ): Promise<{ channel: Channel; key: string }> {
    const { dataSource } = this.server;
    const { app_key } = this.client.credentials;
    return createChannel(dataSource, app_key, products, settings, this.server.get(SecretBox));
  }

  async row(card = 'C1'): Promise<Pick<Card, keyof Card>> {
    const { id } = await this.server.applicationOf(this.client);
    return this.server.dataSource.getRepository(Card).findOneByOrFail({ applicationId: id, card });
  }

  /** Returns the devices bound to a card, in the order they were bound. */
  async devices(card = 'C1'): Promise<string[]> {
    const { id } = await this.row(card);
    const devices = await this.server.dataSource
      .getRepository(Device)
      .find({ where: { holderKind: 'card', holderId: id }, order: { id: 'ASC' } });
    return devices.map(({ deviceId }) => deviceId);
  }

  /** Returns every session of a card, ended ones included, in the order they were opened. */
  async sessions(card = 'C1'): Promise<Pick<Session, keyof Session>[]> {
    const { id } = await this.row(card);
    return this.server.dataSource
      .getRepository(Session)
      .find({ where: { holderKind: 'card', holderId: id }, order: { id: 'ASC' } });
  }

  /**
   * Writes open sessions of a card directly into the database, for tests that need thousands of them.
   * @param values returns the columns in which a session differs, by its index
   */
  async addSessions(
    count: number,
    values: (index: number) => Partial<Session> = () => ({}),
    card = 'C1',
  ): Promise<void> {
    const { id: holderId, applicationId } = await this.row(card);
    const now = this.server.clock.now();
    const times = { createdAt: now, lastSeenAt: now, endedAt: null, endReason: null };
    const session = { applicationId, holderKind: 'card', holderId, ip: '192.0.2.1', ...times } as const;
    for (let start = 0; start < count; start += ROWS_AT_A_TIME) {
      const rows = Array.from({ length: Math.min(ROWS_AT_A_TIME, count - start) }, (_, i) => ({
        ...session,
        deviceId: `D${start + i}`,
        tokenHash: randomBytes(32).toString('base64url'),
        ...values(start + i),
      }));
      await insertRows(this.server.dataSource.manager, Session, rows);
      // Requests that are sent meanwhile are answered.
      await setImmediate();
    }
  }
}

/** Sends a request and expects every row of every table to be unchanged. */
export async function expectUnchanged(server: TestServer, send: () => Promise<Answer>): Promise<Answer> {
  // Saves recorded heartbeats and ends timed-out sessions first, so that no job does this between the two snapshots.
  await server.get(SessionExpiryJob).run();
  const before = await snapshotTables(server.dataSource);
  const answer = await send();
  expect(await snapshotTables(server.dataSource)).toEqual(before);
  return answer;
}

/** Expects a refusal with `code`, and every row of every table to be unchanged. */
export async function expectRefused(
  server: TestServer,
  code: number,
  send: () => Promise<Answer>,
): Promise<Answer> {
  const answer = await expectUnchanged(server, send);
  expect(answer).toMatchObject({ status: 200, code });
  expect(answer.result).toBeUndefined();
  return answer;
}
