import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { AdminClient } from '../../support/admin-client.js';
import { numbered, tokensOf } from '../../support/race.js';
import { TestServer } from '../../support/test-server.js';
import { UserApplication } from '../../support/user-application.js';

describe('what an administrator does while clients are on their way', () => {
  let server: TestServer;
  let admin: AdminClient;
  beforeAll(async () => {
    server = await TestServer.start();
    admin = await AdminClient.owner(server);
  });
  afterAll(() => server.stop());
  afterEach(() => void jest.restoreAllMocks());

  it('resets a password: no login with the old one outlives it', async () => {
    const app = await UserApplication.withAlice(server, { type: { max_sessions: 0, max_devices: 0 } });
    const { id } = await app.row();
    const reset = admin.post(`/users/${id}/password`, { password: 'another horse' });
    const logins = await Promise.all(numbered('D').map((device) => app.login(device)));
    expect(await reset).toMatchObject({ status: 200 });
    const lives = await Promise.all(tokensOf(logins).map((token) => app.lives(token)));
    expect(lives.filter(Boolean)).toHaveLength(0);
    expect(await app.login('D1')).toMatchObject({ code: 10243 });
    expect(await app.login('D1', 'alice', 'another horse')).toMatchObject({ code: 0 });
  });
});
