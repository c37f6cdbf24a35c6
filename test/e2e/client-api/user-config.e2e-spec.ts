import { describe, expect, it } from '@jest/globals';
import { expectRefused } from '../../support/card-application.js';
import type { Parameters } from '../../support/signed-client.js';
import { TestServer } from '../../support/test-server.js';
import { UserApplication } from '../../support/user-application.js';

describe('/user/config', () => {
  const server = TestServer.forSuite();

  const withAlice = () => UserApplication.withAlice(server);

  it('is empty until it is set, is returned unchanged, and is cleared without config', async () => {
    const app = await withAlice();
    const first = await app.getConfig();
    expect(first).toMatchObject({ status: 200, code: 0, message: 'ok' });
    expect(first.result).toEqual({ config: '' });

    const config = '{ "名" : [ 1, 2.50, null ],  "a": "😀" }';
    const answer = await app.setConfig(config);
    expect(JSON.parse(answer.text)).toEqual({ code: 0, message: 'ok' });
    expect((await app.getConfig()).result).toEqual({ config });
    expect((await app.login()).result).toMatchObject({ config });

    expect(await app.post('config', { username: 'alice' })).toMatchObject({ code: 0 });
    expect((await app.getConfig()).result).toEqual({ config: '' });
  });

  it('is separate for each user', async () => {
    const app = await withAlice();
    await app.register({ username: 'bob', card: 'C2' });
    await app.setConfig('1');
    await app.setConfig('2', 'bob');
    expect((await app.getConfig()).result).toEqual({ config: '1' });
    expect((await app.getConfig({ username: 'bob' })).result).toEqual({ config: '2' });
  });

  it.each<[string, Parameters]>([
    ['user', { user: 'alice' }],
    ['both, of which username wins', { username: 'alice', user: 'bob' }],
  ])('GET finds the user by %s', async (_, parameters) => {
    const app = await withAlice();
    await app.setConfig('{"of":"alice"}');
    expect((await app.getConfig(parameters)).result).toEqual({ config: '{"of":"alice"}' });
  });

  it.each<[string, Parameters, string]>([
    ['neither username nor user', {}, 'username'],
    ['an empty username', { username: '' }, 'username'],
    ['an empty username beside user', { username: '', user: 'alice' }, 'username'],
    ['an empty user', { user: '' }, 'user'],
    ['a user of 21 characters', { user: 'u'.repeat(21) }, 'user'],
  ])('GET refuses %s with 400', async (_, parameters, wrong) => {
    const app = await withAlice();
    const answer = await expectRefused(server, 400, () => app.getConfig(parameters));
    expect(Object.keys(answer.errs!)).toEqual([wrong]);
  });

  it('an unknown user is refused with 10243', async () => {
    const app = await withAlice();
    for (const name of ['nobody', 'Alice', 'C2']) {
      await expectRefused(server, 10243, () => app.getConfig({ username: name }));
      await expectRefused(server, 10243, () => app.getConfig({ user: name }));
      await expectRefused(server, 10243, () => app.setConfig('{}', name));
    }
  });

  it.each<[string, Parameters, string]>([
    ['no username', { config: '{}' }, 'username'],
    ['user instead of username', { user: 'alice', config: '{}' }, 'username'],
    ['text that is not JSON', { username: 'alice', config: '{' }, 'config'],
    ['one byte more than 64 KiB', { username: 'alice', config: `"${'a'.repeat(65_535)}"` }, 'config'],
  ])('POST refuses %s with 400', async (_, parameters, wrong) => {
    const app = await withAlice();
    const answer = await expectRefused(server, 400, () => app.post('config', parameters));
    expect(Object.keys(answer.errs!)).toEqual([wrong]);
  });

  it('accepts exactly 64 KiB', async () => {
    const app = await withAlice();
    const config = `"${'a'.repeat(65_534)}"`;
    expect(await app.setConfig(config)).toMatchObject({ code: 0 });
    expect((await app.getConfig()).result).toEqual({ config });
  });
});
