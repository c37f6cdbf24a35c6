import { describe, expect, it } from '@jest/globals';
import { activityPoints, type HourCount, refusedCodes } from './activity-points.js';

const HOUR = 3_600_000;
const count = (hour: number, event: HourCount['event'], number: number, code = 0): HourCount => ({
  hour,
  event,
  code,
  count: number,
});
const none = {
  logins: 0,
  activations: 0,
  registrations: 0,
  recharges: 0,
  consumedUses: 0,
  refusals: 0,
  loginRefusals: 0,
  trials: 0,
  trialConversions: 0,
};

describe('activityPoints', () => {
  it('fills empty buckets with 0', () => {
    expect(activityPoints([HOUR, 2 * HOUR, 3 * HOUR], [])).toEqual([
      { at: HOUR, ...none, refusalsByCode: {} },
      { at: 2 * HOUR, ...none, refusalsByCode: {} },
    ]);
  });

  it('puts each event into its series', () => {
    const counts = [
      count(1, 'login', 2),
      count(1, 'activation', 3),
      count(1, 'registration', 4),
      count(1, 'recharge', 5),
      count(1, 'consumption', 7),
      count(1, 'refusal', 6, 10218),
      count(1, 'login_refusal', 5),
      count(1, 'trial', 7),
      count(1, 'trial_conversion', 8),
    ];
    expect(activityPoints([HOUR, 2 * HOUR], counts)).toEqual([
      {
        at: HOUR,
        logins: 2,
        activations: 3,
        registrations: 4,
        recharges: 5,
        consumedUses: 7,
        refusals: 6,
        loginRefusals: 5,
        trials: 7,
        trialConversions: 8,
        refusalsByCode: { 10218: 6 },
      },
    ]);
  });

  it('has every code in every point', () => {
    const counts = [
      count(1, 'refusal', 1, 10218),
      count(2, 'refusal', 2, 10010),
      count(2, 'refusal', 3, 10218),
    ];
    expect(refusedCodes(counts)).toEqual([10010, 10218]);
    expect(activityPoints([HOUR, 2 * HOUR, 3 * HOUR], counts)).toMatchObject([
      { refusals: 1, refusalsByCode: { 10010: 0, 10218: 1 } },
      { refusals: 5, refusalsByCode: { 10010: 2, 10218: 3 } },
    ]);
  });

  it('adds up the hours of a day, and counts an hour across midnight for the day in which it begins', () => {
    const edges = [18.5 * HOUR, 42.5 * HOUR, 66.5 * HOUR];
    const counts = [19, 41, 42, 43].map((hour, index) => count(hour, 'login', 10 ** index));
    expect(activityPoints(edges, counts).map(({ logins }) => logins)).toEqual([111, 1000]);
  });
});
