import { expect } from '@jest/globals';
import { ApplicationDirectory } from '@app/applications';
import { Application, Device, Session, User } from '@app/database';
import { CardApplication, type CardApplicationFile } from './card-application.js';
import type { Answer, Parameters } from './signed-client.js';
import type { TestServer } from './test-server.js';

export const PASSWORD = 'correct horse';

/** A separate application on a test server whose cards are for users, and methods that call the user endpoints. */
export class UserApplication {
  private constructor(
    readonly server: TestServer,
    /** The same application for card calls. */
    readonly ofCards: CardApplication,
  ) {}

  /** @param file the application's file; by default it has the cards C1 and C2 */
  static async create(server: TestServer, file: CardApplicationFile = {}): Promise<UserApplication> {
    return new UserApplication(
      server,
      await CardApplication.create(server, { cards: ['C1', 'C2'], ...file }),
    );
  }

  /** Creates it with the user alice, who registered with the card C1 on the device D1. */
  static async withAlice(server: TestServer, file?: CardApplicationFile): Promise<UserApplication> {
    const app = await UserApplication.create(server, file);
    expect(await app.register()).toMatchObject({ code: 0 });
    return app;
  }

  post(call: string, parameters: Parameters): Promise<Answer> {
    return this.ofCards.client.post(`/user/${call}`, parameters);
  }

  /** Registers alice with C1 on D1, unless the parameters say otherwise. */
  register(parameters: Parameters = {}): Promise<Answer> {
    const alice = { username: 'alice', password: PASSWORD, card: 'C1', device_id: 'D1' };
    return this.post('register', { ...alice, ...parameters });
  }

  login(device_id = 'D1', username = 'alice', password = PASSWORD, more: Parameters = {}): Promise<Answer> {
    return this.post('login', { username, password, device_id, ...more });
  }

  /** Logs in and returns the token; fails when the server refuses. */
  async open(device_id = 'D1', username = 'alice'): Promise<string> {
    const { code, result } = await this.login(device_id, username);
    expect(code).toBe(0);
    return String(result!.token);
  }

  heartbeat(token: string, username = 'alice'): Promise<Answer> {
    return this.post('heartbeat', { username, token });
  }

  /** Returns true if a heartbeat of the session succeeds. */
  async lives(token: string, username = 'alice'): Promise<boolean> {
    const { code } = await this.heartbeat(token, username);
    expect([0, 10214]).toContain(code);
    return code === 0;
  }

  logout(token: string, username = 'alice'): Promise<Answer> {
    return this.post('logout', { username, token });
  }

  recharge(card: string, username = 'alice'): Promise<Answer> {
    return this.post('recharge', { username, card });
  }

  unbind(token: string, device_id = 'D1', username = 'alice'): Promise<Answer> {
    return this.post('unbind-device', { username, device_id, token });
  }

  getConfig(parameters: Parameters = { username: 'alice' }): Promise<Answer> {
    return this.ofCards.client.get('/user/config', parameters);
  }

  setConfig(config: string, username = 'alice'): Promise<Answer> {
    return this.post('config', { username, config });
  }

  /** Changes a user's row from outside, as another process would, and raises the application's revision. */
  async change(changes: Partial<Pick<User, keyof User>>, username = 'alice'): Promise<void> {
    const { id, applicationId } = await this.row(username);
    await this.server.dataSource.getRepository(User).update({ id }, changes);
    await this.server.dataSource.getRepository(Application).increment({ id: applicationId }, 'revision', 1);
    await this.server.get(ApplicationDirectory).refresh();
  }

  /** Returns the application's users by name. */
  async users(): Promise<Pick<User, keyof User>[]> {
    const { id } = await this.server.applicationOf(this.ofCards.client);
    return this.server.dataSource
      .getRepository(User)
      .find({ where: { applicationId: id }, order: { username: 'ASC' } });
  }

  async row(username = 'alice'): Promise<Pick<User, keyof User>> {
    const user = (await this.users()).find((user) => user.username === username);
    expect(user).toBeDefined();
    return user!;
  }

  /** Returns the devices bound to a user, in the order they were bound. */
  async devices(username = 'alice'): Promise<string[]> {
    const { id } = await this.row(username);
    const devices = await this.server.dataSource
      .getRepository(Device)
      .find({ where: { holderKind: 'user', holderId: id }, order: { id: 'ASC' } });
    return devices.map(({ deviceId }) => deviceId);
  }

  /** Returns every session of a user, ended ones included, in the order they were opened. */
  async sessions(username = 'alice'): Promise<Pick<Session, keyof Session>[]> {
    const { id } = await this.row(username);
    return this.server.dataSource
      .getRepository(Session)
      .find({ where: { holderKind: 'user', holderId: id }, order: { id: 'ASC' } });
  }
}
