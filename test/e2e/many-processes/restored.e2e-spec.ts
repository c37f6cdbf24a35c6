import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { join } from 'node:path';
import { MIGRATIONS, revert } from '@app/database';
import { describeGroup, heartbeat, login, ServerGroup } from '../../support/server-group.js';
import { clientOf, latchkey } from '../../support/server-process.js';

describeGroup('servers with an old Redis and a restored database', () => {
  let group: ServerGroup;
  beforeAll(async () => {
    group = await ServerGroup.start(1);
  });
  afterAll(() => group.stop());

  it('ignore copies of sessions that are not in the backup', async () => {
    const { environment, application, dataSource } = group;
    const path = join(environment.DATA_DIR!, 'backup.jsonl.gz');
    const [client] = group.clients;
    const kept = await login(client!, 'C1');
    expect(await latchkey(environment, ['backup', path])).toMatchObject({ code: 0, stderr: '' });
    const later = await login(client!, 'C2');
    expect(await heartbeat(client!, later, 'C2')).toMatchObject({ code: 0 });
    await group.servers[0]!.kill();

    for (const _ of MIGRATIONS) await revert(dataSource);
    expect(await latchkey(environment, ['restore', '--keep-sessions', path])).toMatchObject({
      code: 0,
      stderr: '',
    });
    const restored = clientOf(await group.add(), application);
    expect(await heartbeat(restored, kept, 'C1')).toMatchObject({ code: 0 });
    expect(await heartbeat(restored, later, 'C2')).toMatchObject({ code: 10214 });
  });
});
