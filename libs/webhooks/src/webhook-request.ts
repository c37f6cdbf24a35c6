import { Webhook as Signer } from 'standardwebhooks';
import type { OutboxEvent, Webhook } from '@app/database';
import { maskCards } from '@app/events';
import { dateOf, type OutgoingRequest, productVersion, toSeconds } from '@app/platform';

/** Contents of a request about an event. */
export interface Message extends Pick<OutboxEvent, 'eventId' | 'type' | 'data' | 'at'> {
  /** `null` if the event belongs to no application. */
  readonly appKey: string | null;
}

/**
 * Returns the request that reports an event to a webhook, according to the Standard Webhooks specification. The id is
 * the same in all attempts. The timestamp is the time of the attempt, so that receivers can refuse old requests.
 * @param secrets the current secret and, after a rotation, the previous secret
 * @param now epoch milliseconds
 */
export function webhookRequest(
  { url, revealCards }: Pick<Webhook, 'url' | 'revealCards'>,
  { eventId, type, data, at, appKey }: Message,
  secrets: readonly string[],
  now: number,
): OutgoingRequest {
  const values = JSON.parse(data) as unknown;
  const timestamp = Temporal.Instant.fromEpochMilliseconds(at).toString();
  const body = JSON.stringify({
    id: eventId,
    type,
    timestamp,
    application: appKey,
    data: revealCards ? values : maskCards(values),
  });
  const headers = {
    'content-type': 'application/json',
    'user-agent': `Latchkey/${productVersion()}`,
    'webhook-id': eventId,
    'webhook-timestamp': String(toSeconds(now)),
    'webhook-signature': secrets
      .map((secret) => new Signer(secret).sign(eventId, dateOf(now), body))
      .join(' '),
  };
  return { url, headers, body };
}
