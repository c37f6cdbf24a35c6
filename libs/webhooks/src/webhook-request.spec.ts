import { describe, expect, it } from '@jest/globals';
import { Webhook } from 'standardwebhooks';
import { CATALOGUE } from '@app/events';
import { SystemClock } from '@app/platform';
import { webhookRequest } from './webhook-request.js';
import { isWebhookSecret, newWebhookSecret } from './webhook-secret.js';

const event = {
  eventId: 'evt_1',
  type: 'card.activated',
  at: Temporal.Instant.from('2026-01-15T12:00:00Z').epochMilliseconds,
  data: JSON.stringify(CATALOGUE['card.activated'].example),
  appKey: 'demo',
};
const webhook = { url: 'https://shop.example/', revealCards: true };

describe('webhookRequest', () => {
  it('is verified with each of its secrets, and with no other', () => {
    const secrets = [newWebhookSecret(), newWebhookSecret()];
    const { body, headers } = webhookRequest(webhook, event, secrets, new SystemClock().now());
    for (const secret of secrets) {
      expect(new Webhook(secret).verify(body, headers)).toEqual({
        id: 'evt_1',
        type: 'card.activated',
        timestamp: '2026-01-15T12:00:00Z',
        application: 'demo',
        data: CATALOGUE['card.activated'].example,
      });
    }
    expect(() => new Webhook(newWebhookSecret()).verify(body, headers)).toThrow('No matching signature');
    expect(() => new Webhook(secrets[0]!).verify(`${body} `, headers)).toThrow('No matching signature');
    const other = { ...headers, 'webhook-id': 'evt_2' };
    expect(() => new Webhook(secrets[0]!).verify(body, other)).toThrow('No matching signature');
  });

  it('has the same id and body in each attempt, and another timestamp', () => {
    const [first, second] = [0, 300_000].map((later) =>
      webhookRequest(webhook, event, [newWebhookSecret()], event.at + later),
    );
    expect(second!.body).toBe(first!.body);
    expect(second!.headers['webhook-id']).toBe(first!.headers['webhook-id']);
    expect(Number(second!.headers['webhook-timestamp'])).toBe(
      Number(first!.headers['webhook-timestamp']) + 300,
    );
  });

  it('masks cards unless the webhook may see them', () => {
    const { body } = webhookRequest({ ...webhook, revealCards: false }, event, [newWebhookSecret()], 0);
    expect(body).not.toContain('VIP-8K2M');
    expect(JSON.parse(body)).toMatchObject({ data: { card: '…Q4TX', card_type: 'Month' } });
  });
});

describe('isWebhookSecret', () => {
  const secret = (bytes: number) => `whsec_${Buffer.alloc(bytes, 7).toString('base64')}`;
  it.each([newWebhookSecret(), secret(24), secret(64)])('accepts %s', (text) => {
    expect(isWebhookSecret(text)).toBe(true);
  });
  it.each(['', 'whsec_', secret(23), secret(65), secret(32).slice(6), `${secret(32)} `, 'whsec_not base64!'])(
    'refuses %j',
    (text) => {
      expect(isWebhookSecret(text)).toBe(false);
    },
  );
});
