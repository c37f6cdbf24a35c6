import type { ApplicationDto } from '@app/apply';
import { AdminClient } from '../../test/support/admin-client.js';
import { applyHere } from '../../test/support/apply-here.js';
import { ServerProcess } from '../../test/support/server-process.js';
import { createMigratedDatabase, type TestDatabase } from '../../test/support/test-database.js';

/** Value of the variable 问候, which a card or a trial may read. */
export const GREETING = '"早上好" 😀 \\ & + = %0A\n100 %';
/** Names of further variables. They are also the last segments of endpoints whose answers have required members. */
export const ENDPOINT_NAMES = ['login', 'heartbeat', 'consume', 'ticket', 'config', 'latest'];
export const FEATURES = { export: true, seats: 3, plan: 'pro' };
/** Number of cards of each type, more than the tests of a suite use. */
const CARDS = 120;

/** The application with the recommended signatures of requests and answers. */
export const BEST_SIGNED = 'hmac-sha256-path';
const APPLICATIONS: Record<string, object> = {
  [BEST_SIGNED]: {},
  'hmac-sha256': { sign_mode: 'hmac-sha256' },
  md5: { sign_mode: 'md5' },
  unsigned: { response_signature: 'off' },
  digest: { sign_mode: 'hmac-sha256', response_signature: 'digest' },
  // One heartbeat every ten minutes.
  seldom: { hg: 600, heartbeat_timeout_sec: 1800 },
};
const MONTH = { name: 'Month', duration: { unit: 'months', amount: 1 }, unbind_limit: 9 };

/** Returns the application with which SDKs are tested. Its answers are signed by key. */
export function applicationFile(name: string, settings: object = {}): object {
  return {
    name,
    sign_mode: 'hmac-sha256-path',
    response_signature: 'ed25519',
    hg: 1,
    // Longer than a busy machine needs to restart the server.
    heartbeat_timeout_sec: 600,
    trial: 'once',
    trials_per_address: 0,
    config: 'the config',
    notice: '公告 "1"',
    card_types: [
      { ...MONTH, max_devices: 2, max_sessions: 2, offline_hours: 72, features: FEATURES },
      { ...MONTH, name: 'Counted', uses: 5 },
      { ...MONTH, name: 'Short', duration: { unit: 'minutes', amount: 30 } },
    ],
    cards: ['Month', 'Counted', 'Short'].flatMap((card_type) =>
      Array.from({ length: CARDS }, (_, index) => ({ card: cardName(card_type, index), card_type })),
    ),
    variables: [
      { key: '问候', value: GREETING, card_auth: true, trials: true },
      ...ENDPOINT_NAMES.map((key) => ({ key, value: GREETING })),
    ],
    functions: [{ name: 'add', source: 'function add(a, b) { return a + b; }' }],
    versions: [{ version: '2.0.0', url: 'https://example.com/2', notice: 'new', released: true }],
    ...settings,
  };
}

function cardName(type: string, index: number): string {
  // These characters must be encoded in a request, but not in the signed text.
  return `${type}+${index} 卡%=é`;
}

/** The built server as a separate process with one application, and actions of its seller. */
export class LicenceServer {
  private taken = 0;
  private admin: AdminClient | undefined;

  private constructor(
    private readonly database: TestDatabase,
    private process: ServerProcess,
    /** Applications by name, each with the same cards. */
    readonly applications: Record<string, ApplicationDto>,
  ) {}

  /** @param settings of its applications, by their names */
  static async start(settings: Record<string, object> = APPLICATIONS): Promise<LicenceServer> {
    const database = await createMigratedDatabase('sqlite');
    const applications: Record<string, ApplicationDto> = {};
    for (const [name, own] of Object.entries(settings)) {
      applications[name] = await applyHere(database.environment, applicationFile(name, own));
    }
    return new LicenceServer(database, await ServerProcess.start(environmentOf(database)), applications);
  }

  /** The application with the recommended modes for new clients: everything is signed. */
  get application(): ApplicationDto {
    return this.applications[BEST_SIGNED]!;
  }

  get url(): string {
    return this.process.url;
  }

  /** A card that no test has used. */
  card(type = 'Month'): string {
    if (this.taken === CARDS) throw new Error('The tests need more cards: raise CARDS');
    return cardName(type, this.taken++);
  }

  /** Options of a client, for `new` of a driver. */
  options(hosts: string[], more: object = {}): Record<string, unknown> {
    return optionsOf(this.application, hosts, more);
  }

  /**
   * Performs an action of the panel on a card, such as `freeze` or `kick`.
   * @param application name of the card's application
   */
  async act(action: string, card: string, application = BEST_SIGNED): Promise<void> {
    const { id } = await this.find(card, application);
    const { status } = await this.admin!.post(`/cards/${id}/${action}`);
    if (status >= 300) throw new Error(`The server refused to ${action} the card: ${status}`);
  }

  /** Returns the number of open sessions of a card. */
  async openSessions(card: string, application = BEST_SIGNED): Promise<number> {
    return (await this.sessionsOf(card, application)).length;
  }

  /** Returns true if an open session of a card has had a heartbeat. */
  async hasBeaten(card: string): Promise<boolean> {
    const sessions = await this.sessionsOf(card, BEST_SIGNED);
    return sessions.some(({ createdAt, lastSeenAt }) => lastSeenAt > createdAt);
  }

  private async sessionsOf(card: string, application: string) {
    const { id, applicationId } = await this.find(card, application);
    const filter = { applicationId, holderKind: 'card', holderId: id, open: true };
    const list = await this.admin!.list<{ createdAt: number; lastSeenAt: number }>('/sessions', { filter });
    return list.body;
  }

  /** Stops the server and starts another server on the same database. Its port changes. */
  async restart(during?: () => Promise<unknown>): Promise<void> {
    await this.process.stop();
    await this.startAgain(during);
  }

  /** Kills the server, like a power failure, and starts another server on the same database. Its port changes. */
  async crash(during?: () => Promise<unknown>): Promise<void> {
    await this.process.kill();
    await this.startAgain(during);
  }

  /** Suspends the whole process: it accepts connections but does not answer. */
  suspend(): void {
    process.kill(this.process.pid, 'SIGSTOP');
  }

  resume(): void {
    process.kill(this.process.pid, 'SIGCONT');
  }

  async stop(): Promise<void> {
    await this.process.kill();
    await this.database.drop();
  }

  private async find(card: string, application: string): Promise<{ id: number; applicationId: number }> {
    this.admin ??= await AdminClient.owner(this);
    const applications = await this.admin.list<{ id: number; appKey: string }>('/applications');
    const { app_key } = this.applications[application]!;
    const { id: applicationId } = applications.body.find(({ appKey }) => appKey === app_key)!;
    const filter = { applicationId, card };
    const { body } = await this.admin.list<{ id: number; card: string }>('/cards', { filter });
    return { id: body.find((each) => each.card === card)!.id, applicationId };
  }

  private async startAgain(during: () => Promise<unknown> = async () => undefined): Promise<void> {
    try {
      await during();
    } finally {
      this.process = await ServerProcess.start(environmentOf(this.database));
      this.admin = undefined;
    }
  }
}

/** Options of a client of an application, for `new` of a driver. */
export function optionsOf(
  { app_key, app_secret, sign_mode, public_key }: ApplicationDto,
  hosts: string[],
  more: object = {},
): Record<string, unknown> {
  return { hosts, app_key, app_secret, sign_mode, public_keys: [public_key], timeout_sec: 30, ...more };
}

function environmentOf({ environment }: TestDatabase): Record<string, string> {
  // The drivers of all languages have one address, and the default limits count their refusals together.
  const limits = { LIMIT_WRONG_GUESSES: '60000', LIMIT_WRONG_PASSWORDS: '60000' };
  // Tests must not depend on how busy the machine is.
  return { ...environment, ...limits, DATABASE_WAIT_SECONDS: '60' };
}
