import type { DataSource } from 'typeorm';
import { Application, Card, RemoteData, Session, Variable } from '@app/database';
import { latchkey } from '../server-process.js';
import { hashOf } from './outcomes.js';
import { Ledger, type Reply } from './ledger.js';
import type { Shop } from './operation.js';
import { ofClient, type Traffic } from './traffic.js';
import { CARD_TYPE } from './world.js';

const CARD = 'applied';
const KEY = 'applied';
/** The card before any file is applied. */
export const APPLIED_CARD = { card: CARD, card_type: CARD_TYPE, max_sessions: 1 };

/** The state after applying a configuration file. A file is applied completely or not at all. */
interface World {
  /** Number of applied files. Even files freeze the card, odd files unfreeze it. */
  stage: number;
  /** Hash of the card's session; `null` if none is open, `undefined` if the login was not answered. */
  session: string | null | undefined;
}

const isFrozen = ({ stage }: World) => stage % 2 === 0 && stage > 0;

/** Applies files one after another with the command line tool while the server runs. */
export class ApplyDesk {
  private readonly ledger = new Ledger<World>([{ stage: 0, session: null }]);
  private batches = 0;

  constructor(
    private readonly shop: Shop,
    private readonly environment: Record<string, string>,
    private readonly traffic: Traffic,
  ) {}

  async work(isOver: () => boolean, killed: AbortSignal): Promise<void> {
    while (!isOver()) {
      await this.login();
      if (!isOver()) await this.apply(killed);
    }
  }

  /** Compares with the database. */
  async look({ manager }: DataSource): Promise<void> {
    const { applicationId } = this.shop;
    const { notice } = await manager.findOneByOrFail(Application, { id: applicationId });
    const card = await manager.findOneByOrFail(Card, { applicationId, card: CARD });
    const sessions = await manager.findBy(Session, { holderKind: 'card', holderId: card.id });
    const open = sessions.filter(({ endedAt }) => endedAt === null).map(({ tokenHash }) => tokenHash);
    const variable = await manager.findOneBy(Variable, { applicationId, key: KEY });
    const data = await manager.findOneBy(RemoteData, { applicationId, key: KEY });
    const seen = {
      texts: [notice, card.config ?? '', variable?.value ?? '', data?.value ?? ''],
      frozen: card.frozen,
      open: open.length,
    };
    const fits = this.ledger.narrow((world) => {
      const text = world.stage === 0 ? '' : String(world.stage);
      const isSame = seen.texts.every((each) => each === text) && seen.frozen === isFrozen(world);
      const isSession = world.session === undefined ? open.length === 1 : (open[0] ?? null) === world.session;
      return isSame && isSession ? { ...world, session: open[0] ?? null } : undefined;
    });
    if (!fits) throw this.brokenWord(`the database holds something else: ${JSON.stringify(seen)}`);
  }

  /** Logs in on a single device, so that each login replaces the previous session. */
  private async login(): Promise<void> {
    const parameters = { card: CARD, device_id: 'D0' };
    const send = () => ofClient(this.shop.client.post('/card/login', parameters));
    const exchange = await this.traffic.exchange('card login', true, ++this.batches, send);
    if (!exchange) return;
    const { reply } = exchange;
    const session = reply?.code === 0 ? hashOf(String(reply.result.token)) : undefined;
    const fits = this.ledger.note([
      {
        exchange,
        rule: (world) => [
          isFrozen(world) ? { code: 10212, world } : { code: 0, world: { ...world, session } },
        ],
      },
    ]);
    if (!fits) throw this.brokenWord(`a login cannot be answered ${JSON.stringify(reply)}`);
  }

  private async apply(killed: AbortSignal): Promise<void> {
    const stage = Math.max(...this.ledger.possible.map((world) => world.stage)) + 1;
    const value = String(stage);
    const application = {
      name: this.shop.name,
      notice: value,
      variables: [{ key: KEY, value }],
      data: [{ key: KEY, value }],
      cards: [{ card: CARD, card_type: CARD_TYPE, config: value, frozen: stage % 2 === 0 }],
    };
    const send = async (): Promise<Reply> => {
      const file = JSON.stringify({ applications: [application] });
      const { code, stderr } = await latchkey(this.environment, ['apply', '-'], file, killed);
      // As with a broken connection, the outcome is unknown.
      if (code === null) throw new TypeError('killed');
      return { code, result: { stderr } };
    };
    const exchange = (await this.traffic.exchange('apply', true, ++this.batches, send))!;
    const fits = this.ledger.note([
      {
        exchange,
        rule: (world) => [{ code: 0, world: { stage, session: stage % 2 === 0 ? null : world.session } }],
      },
    ]);
    if (!fits) throw this.brokenWord(`apply ended with ${JSON.stringify(exchange.reply)}`);
  }

  private brokenWord(what: string): Error {
    return new Error(`latchkey apply: ${what}\nPossible before: ${JSON.stringify(this.ledger.possible)}`);
  }
}
