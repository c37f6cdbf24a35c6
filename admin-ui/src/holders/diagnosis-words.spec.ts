import { describe, expect, it } from '@jest/globals';
import { type Diagnosis, diagnosisWords } from './diagnosis-words';

const BLOCK = { id: 1, applicationId: null, kind: 'card', pattern: 'VIP-*', reason: 'fraud' } as const;

/** Returns the keys of the texts that are shown, in display order. */
function textsOf(diagnosis: Pick<Diagnosis, 'reason'> & Partial<Diagnosis>): string {
  const whole: Diagnosis = { code: 1, deviceId: 'PC', ip: null, facts: {}, ...diagnosis };
  const translate = (key: string) => key.replace('panel.diagnosis.', '');
  return diagnosisWords(whole, translate, (epochMs) => String(epochMs));
}

describe('diagnosisWords', () => {
  it.each<[string, Parameters<typeof textsOf>[0]]>([
    ['none', { reason: 'none' }],
    ['none activates binds', { reason: 'none', facts: { activates: true, binds: true } }],
    ['none binds_new', { reason: 'none', deviceId: null, facts: { binds: true } }],
    ['frozen_by_job', { reason: 'frozen', facts: { frozenBy: null } }],
    ['frozen', { reason: 'frozen', facts: { frozenBy: 'a@b.c', frozenReason: null } }],
    ['frozen frozen_reason', { reason: 'frozen', facts: { frozenBy: 'a@b.c', frozenReason: 'fraud' } }],
    ['consumed', { reason: 'consumed', facts: { consumedBy: null } }],
    [
      'consumed_by_user',
      { reason: 'consumed', facts: { consumedBy: { kind: 'user', id: 1, name: null, at: 1 } } },
    ],
    ['device_limit', { reason: 'device_limit' }],
    ['device_limit_new', { reason: 'device_limit', deviceId: null }],
    ['blocked', { reason: 'blocked', facts: { block: { ...BLOCK, expiresAt: null } } }],
    [
      'blocked_everywhere until',
      { reason: 'blocked', facts: { block: { ...BLOCK, pattern: null, reason: null, expiresAt: 5 } } },
    ],
    ['blocked until', { reason: 'address_blocked', facts: { block: { ...BLOCK, expiresAt: 5 } } }],
  ])('%s: %j', (texts, diagnosis) => {
    expect(textsOf(diagnosis)).toBe(texts);
  });
});
