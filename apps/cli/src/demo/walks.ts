import { randomUUID } from 'node:crypto';
import type { DemoClient } from './demo-client.js';
import type { DemoNames } from './demo-file.js';

const DEVICE = 'demo-device';
const PASSWORD = 'demo-password';

/** Calls the card endpoints: login, heartbeat, offline ticket, consumption, configuration, logout. */
export async function walkCard(client: DemoClient, { card }: DemoNames): Promise<void> {
  const login = await client.call('POST', '/card/login', { card, device_id: DEVICE });
  const token = String(login.result!.token);
  await client.call('POST', '/card/heartbeat', { card, token });
  await client.call('POST', '/card/ticket', { card, token });
  await client.call('POST', '/card/consume', { card, token, request_id: randomUUID() });
  await client.call('GET', '/card/config', { card });
  await client.call('POST', '/card/logout', { card, token });
}

/** Reads variables (one of them requires a feature of the card), stores remote data, and calls a remote function. */
export async function walkRemote(client: DemoClient, { card, dataKey }: DemoNames): Promise<void> {
  await client.call('GET', '/remote/variables/motd');
  await client.call('GET', '/remote/variables/tips', { kami: card });
  const data = `/remote/data/${dataKey}`;
  await client.call('POST', data, { action: 'create', value: 'one' });
  await client.call('GET', data);
  await client.call('POST', data, { action: 'update', value: 'two' });
  await client.call('DELETE', data);
  await client.call('POST', '/remote/functions/add/call', { params: '[2,3]' });
}

/** Fetches the configuration, the notice and the recommended version of the software. */
export async function walkSoftware(client: DemoClient): Promise<void> {
  await client.call('GET', '/software/config');
  await client.call('GET', '/software/notice');
  await client.call('GET', '/software/version/latest', { version: '1.0.0' });
}

/** Calls the user endpoints: registration with a card, login, heartbeat, logout, change of the password. */
export async function walkUser(client: DemoClient, { userCard, username }: DemoNames): Promise<void> {
  const account = { username, password: PASSWORD, device_id: DEVICE };
  await client.call('POST', '/user/register', { ...account, card: userCard });
  const login = await client.call('POST', '/user/login', account);
  const token = String(login.result!.token);
  await client.call('POST', '/user/heartbeat', { username, token });
  await client.call('POST', '/user/logout', { username, token });
  await client.call('POST', '/user/password', {
    username,
    password: PASSWORD,
    new_password: `${PASSWORD}-2`,
  });
}

/** Calls the trial endpoints: login of a device without a card, heartbeat, logout. */
export async function walkTrial(client: DemoClient, { trialDevice: device_id }: DemoNames): Promise<void> {
  const login = await client.call('POST', '/trial/login', { device_id });
  const token = String(login.result!.token);
  await client.call('POST', '/trial/heartbeat', { device_id, token });
  await client.call('POST', '/trial/logout', { device_id, token });
}

/**
 * Calls endpoints as a client of 泡椒云 does: login and logout, which the contract also has, and one endpoint that only
 * clients of 泡椒云 use.
 */
export async function walkPaojiaoyun(client: DemoClient, { card, dataKey }: DemoNames): Promise<void> {
  const login = await client.callAsPaojiaoyun('POST', '/v1/card/login', { card, device_id: DEVICE });
  await client.callAsPaojiaoyun('POST', '/v1/card/logout', { card, token: String(login.result!.token) });
  await client.callAsPaojiaoyun('POST', '/v1/af/remote_data', {
    action: 'create',
    key: dataKey,
    value: 'one',
  });
  await client.callAsPaojiaoyun('POST', '/v1/af/remote_data', { action: 'delete', key: dataKey });
}
