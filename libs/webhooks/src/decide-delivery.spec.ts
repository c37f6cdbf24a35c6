import { describe, expect, it } from '@jest/globals';
import { MINUTE_MS } from '@app/platform';
import { afterMove, decideDelivery } from './decide-delivery.js';
import { nextAttemptAt } from './retry-schedule.js';

const NOW = Temporal.Instant.from('2026-01-15T12:00:00Z').epochMilliseconds;
const answer = (status: number, retryAfter?: string) => ({ status, retryAfter, body: 'body' });

describe('nextAttemptAt', () => {
  it('follows the schedule for about three days', () => {
    const minutes = Array.from({ length: 11 }, (_, i) => nextAttemptAt(i + 1, 0)).map(
      (at) => at && at / MINUTE_MS,
    );
    const schedule = [5 / 60, 5, 30, 120, 300, 600, 840, 1200, 1440, null, null];
    expect(minutes).toEqual(schedule);
  });
});

describe('decideDelivery', () => {
  it.each([200, 201, 204, 299])('treats %i as delivered', (status) => {
    const { delivery, webhook } = decideDelivery(3, answer(status), NOW);
    expect(delivery).toEqual({
      status: 'delivered',
      attempts: 4,
      nextAt: null,
      lastAt: NOW,
      lastStatus: status,
      lastFault: null,
      lastAnswer: 'body',
    });
    expect(webhook).toEqual({});
  });

  it.each([100, 199, 300, 301, 302, 304, 307, 308, 400, 401, 404, 429, 500, 503, 599])(
    'tries again after %i',
    (status) => {
      const { delivery, webhook } = decideDelivery(0, answer(status), NOW);
      expect(delivery).toMatchObject({
        status: 'pending',
        attempts: 1,
        nextAt: NOW + 5000,
        lastStatus: status,
      });
      expect(webhook).toEqual({});
    },
  );

  it('tries again when there was no answer', () => {
    const { delivery } = decideDelivery(1, { fault: 'timed_out' }, NOW);
    expect(delivery).toMatchObject({
      status: 'pending',
      attempts: 2,
      nextAt: NOW + 5 * MINUTE_MS,
      lastStatus: null,
      lastFault: 'timed_out',
      lastAnswer: null,
    });
  });

  it('gives up after the tenth attempt', () => {
    expect(decideDelivery(8, answer(500), NOW).delivery).toMatchObject({ status: 'pending', attempts: 9 });
    const last = decideDelivery(9, answer(500), NOW).delivery;
    expect(last).toMatchObject({ status: 'failed', attempts: 10, nextAt: null });
  });

  it('disables the webhook after 410', () => {
    const { delivery, webhook } = decideDelivery(0, answer(410), NOW);
    expect(delivery).toMatchObject({ status: 'failed', nextAt: null });
    expect(webhook).toEqual({ enabled: false, disabledReason: 'gone' });
  });

  it('pauses the webhook for as long as the receiver asks', () => {
    const { delivery, webhook } = decideDelivery(0, answer(429, '600'), NOW);
    expect(delivery.nextAt).toBe(NOW + 10 * MINUTE_MS);
    expect(webhook).toEqual({ pausedUntil: NOW + 10 * MINUTE_MS });
    expect(decideDelivery(2, answer(503, '60'), NOW).delivery.nextAt).toBe(NOW + 30 * MINUTE_MS);
  });

  it('stores no NUL, which databases refuse', () => {
    const { delivery } = decideDelivery(0, { ...answer(200), body: 'a\0b' }, NOW);
    expect(delivery.lastAnswer).toBe('ab');
  });
});

describe('afterMove', () => {
  it.each([
    [0, 410],
    [9, 500],
    [0, 500],
    [0, 429],
  ])('after attempt %i with the answer %i, changes no webhook and goes on at once', (attempts, status) => {
    const nextAt = NOW + 1;
    const { delivery, webhook } = afterMove(decideDelivery(attempts, answer(status), NOW), NOW + 1);
    expect(delivery).toMatchObject({ status: 'pending', attempts: attempts + 1, nextAt, lastStatus: status });
    expect(webhook).toEqual({});
  });

  it('keeps a success', () => {
    const decision = decideDelivery(0, answer(200), NOW);
    expect(afterMove(decision, NOW)).toEqual(decision);
  });
});
