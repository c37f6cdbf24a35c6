import { describe, expect, it } from '@jest/globals';
import type { Block, BlockKind, Device, Session } from '@app/database';
import { CARD, USER } from '@app/licensing';
import { diagnoseLogin, type LoginSituation } from './diagnose-login.js';

const NOW = 1_000_000;
const block = (kind: BlockKind, applicationId: number | null = 1) => ({ kind, applicationId }) as Block;
const device = (deviceId: string) => ({ deviceId }) as Device;
const session = (deviceId: string, createdAt: number) => ({ deviceId, createdAt }) as Session;

/** A card that is in use on the device D1 and logs in on D1 again. */
const FINE: LoginSituation = {
  kind: CARD,
  holder: { status: 'activated', frozen: false, expiresAt: NOW + 1 },
  limits: { devices: 1, sessions: 1 },
  application: { enabled: true, multiOpenPolicy: 'refuse' },
  deviceId: 'D1',
  blocks: [],
  devices: [device('D1')],
  sessions: [],
  now: NOW,
};
const holder = (changes: Partial<LoginSituation['holder']>) => ({ holder: { ...FINE.holder, ...changes } });
const limits = (changes: Partial<LoginSituation['limits']>) => ({ limits: { ...FINE.limits, ...changes } });
const kickOldest = { application: { enabled: true, multiOpenPolicy: 'kick_oldest' } } as const;

/** Every fault, in the order of the checks. A login can have all of them at once. */
const FAULTS: [reason: string, codes: { card: number; user: number }, Partial<LoginSituation>][] = [
  ['address_blocked', { card: 429, user: 429 }, { blocks: [block('ip', null)] }],
  [
    'application_disabled',
    { card: 10230, user: 10230 },
    { application: { enabled: false, multiOpenPolicy: 'refuse' } },
  ],
  ['address_blocked', { card: 429, user: 429 }, { blocks: [block('ip')] }],
  ['blocked', { card: 10212, user: 10212 }, { blocks: [block('device')] }],
  ['consumed', { card: 10218, user: 10243 }, holder({ status: 'consumed' })],
  ['frozen', { card: 10212, user: 10252 }, holder({ frozen: true })],
  ['expired', { card: 10210, user: 10250 }, holder({ expiresAt: NOW })],
  ['device_limit', { card: 10217, user: 10217 }, { devices: [device('D2')] }],
  ['multi_open', { card: 10213, user: 10253 }, { sessions: [session('D2', 1)] }],
];

describe('diagnoseLogin', () => {
  it.each(FAULTS)('finds %s', (reason, codes, situation) => {
    expect(diagnoseLogin({ ...FINE, ...situation })).toMatchObject({ reason, code: codes.card });
    expect(diagnoseLogin({ ...FINE, ...situation, kind: USER })).toMatchObject({ reason, code: codes.user });
  });

  it('reports the fault that the client API checks first', () => {
    for (const [index, [reason]] of FAULTS.entries()) {
      const rest = FAULTS.slice(index).map(([, , situation]) => situation);
      const all: LoginSituation = {
        ...Object.assign({}, FINE, ...rest.toReversed()),
        holder: Object.assign({}, FINE.holder, ...rest.toReversed().map(({ holder }) => changesOf(holder))),
        blocks: rest.flatMap(({ blocks = [] }) => blocks),
      };
      expect(diagnoseLogin(all).reason).toBe(reason);
    }
  });

  it.each<[string, Partial<LoginSituation>, object]>([
    ['on its bound device', {}, { activates: false, binds: false, sessions: [] }],
    [
      'for the first time',
      { ...holder({ status: 'unused', expiresAt: null }), devices: [] },
      { activates: true, binds: true },
    ],
    ['for ever', holder({ expiresAt: null }), {}],
    ['on one more device', { ...limits({ devices: 2 }), deviceId: 'D2' }, { binds: true }],
    ['on a device that was never seen', { ...limits({ devices: 2 }), deviceId: null }, { binds: true }],
    [
      'that replaces a session of the same device',
      { sessions: [session('D1', 1)] },
      { sessions: [session('D1', 1)] },
    ],
    [
      'beside the session of another device',
      { ...limits({ sessions: 2 }), sessions: [session('D2', 1)] },
      { sessions: [] },
    ],
    [
      'that ends the oldest session',
      { ...kickOldest, ...limits({ sessions: 2 }), sessions: [session('D3', 5), session('D2', 4)] },
      { sessions: [session('D2', 4)] },
    ],
  ])('allows a login %s', (_, situation, facts) => {
    expect(diagnoseLogin({ ...FINE, ...situation })).toMatchObject({ code: 0, reason: 'none', ...facts });
  });

  it('reports the cause', () => {
    const of = (situation: Partial<LoginSituation>) => diagnoseLogin({ ...FINE, ...situation });
    const [card, ip] = [block('card'), block('ip')];
    expect(of({ blocks: [card] })).toMatchObject({ block: card });
    expect(of({ blocks: [card, ip] })).toMatchObject({ block: ip });
    expect(of(holder({ expiresAt: 5 }))).toMatchObject({ expiredAt: 5 });
    const devices = [device('D2'), device('D3')];
    expect(of({ ...limits({ devices: 2 }), devices })).toMatchObject({ devices });
    const sessions = [session('D2', 1), session('D3', 2)];
    expect(of({ ...limits({ sessions: 2 }), sessions })).toMatchObject({ sessions });
  });
});

/** Returns the holder's values that differ from those in `FINE`. */
function changesOf(changed: Partial<LoginSituation>['holder']): object {
  const entries = Object.entries(changed ?? {});
  return Object.fromEntries(
    entries.filter(([key, value]) => FINE.holder[key as keyof typeof FINE.holder] !== value),
  );
}
