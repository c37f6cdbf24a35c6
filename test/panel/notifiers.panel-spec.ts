import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { PanelApplication } from '../support/panel-application.js';
import { PanelSuite } from '../support/panel-suite.js';
import { eventually } from '../support/server-process.js';
import { WebhookReceiver } from '../support/webhook-receiver.js';

const suite = new PanelSuite({ OUTGOING_ALLOW: '127.0.0.1' });
let service: WebhookReceiver;

beforeAll(async () => {
  service = await WebhookReceiver.start();
});
afterAll(() => service.stop());

/** Variants in which the pages are checked: languages, themes and widths of the panel. */
const LOOKS = [
  { name: 'laptop-en-light', locale: 'en-US', colorScheme: 'light', viewport: { width: 1440, height: 900 } },
  { name: 'phone-zh-dark', locale: 'zh-CN', colorScheme: 'dark', viewport: { width: 390, height: 844 } },
] as const;

test('a notifier is created, tested, and shows its messages', async () => {
  const owner = await suite.owner();
  const { page } = owner;
  await owner.open('/notifiers/create');
  await owner.field('Name').fill('My phone');
  await owner.choose('Service', 'Bark');
  await owner.field('Device key').fill('device-key-1234567');
  await owner.field('Server address').fill(new URL(service.url).origin);
  await owner.save();
  await page.getByText('Current value: …4567. Leave empty to keep this value.').waitFor();

  service.next.push((_, response) => void response.end('{"code":200,"message":"success"}'));
  await owner.press('Send a test message');
  await page.getByText('The service accepted the test message').waitFor();
  await page.getByText('The latest message was sent').waitFor();
  const { path, body } = service.requests[0]!;
  expect(path).toBe('/push');
  expect(JSON.parse(body)).toMatchObject({ device_key: 'device-key-1234567', title: 'Test message' });

  service.next.push((_, response) =>
    response.writeHead(400).end('{"code":400,"message":"failed to get device token of device-key-1234567"}'),
  );
  await owner.press('Send a test message');
  await page
    .getByText('The latest message was not sent: 400: failed to get device token of •••', { exact: true })
    .waitFor();

  service.answer = (_, response) => void response.end('{"code":200,"message":"success"}');
  const application = await PanelApplication.create(suite.api, 'Photo Editor');
  const month = { name: 'Month', durationUnit: 'months', durationAmount: 1 };
  const type = await application.add('card-types', month);
  await application.generate(type.id, 3);
  await owner.tab('Messages');
  await eventually(async () => {
    await page.getByRole('button', { name: 'Refresh' }).last().click();
    return (await page.getByText('Sent', { exact: true }).count()) > 0 || undefined;
  });
  await page.getByText('Cards issued', { exact: true }).waitFor();
});

test('values of inputs that the delivery hides are not sent, and a fault without an input is notified', async () => {
  const owner = await suite.owner();
  const { page } = owner;
  await owner.open('/notifiers/create');
  await owner.field('Name').fill('Digest');
  await owner.choose('Service', 'Bark');
  await owner.field('Device key').fill('device-key-1234567');
  await page.getByRole('button', { name: 'All events' }).press('Backspace');
  await owner.choose('Delivery', 'Daily digest');
  await owner.save();
  await owner.field('Hour of the digest').fill('');
  await owner.choose('Delivery', 'A message for each event');
  const saved = async () => (await suite.api.list('/notifiers', { filter: { name: 'Digest' } })).body[0];
  const fault = { code: 'required', params: {}, message: 'is required' };
  const refusal = { code: 'invalid_fields', params: {}, message: 'digestHour is required' };
  await page.route('**/notifiers/*', (route) =>
    route.request().method() === 'PATCH'
      ? route.fulfill({ status: 422, json: { ...refusal, faults: { digestHour: fault } } })
      : route.continue(),
  );
  owner.expectRefusal(422);
  await owner.press('Save');
  await owner.notice('digestHour is required').waitFor();
  await page.unroute('**/notifiers/*');
  await owner.save();
  expect(await saved()).toMatchObject({ mode: 'instant', types: ['*'], digestHour: 9 });
});

test.each(LOOKS)('pages have no faults: $name', async ({ name, ...look }) => {
  const owner = await suite.owner(look);
  for (const path of ['', '/create', '/1', '/1/messages']) {
    await owner.open(`/notifiers${path}`);
    await expect(owner.faults(`notifiers-${name}${path.replaceAll('/', '-')}`)).resolves.toEqual([]);
  }
});
