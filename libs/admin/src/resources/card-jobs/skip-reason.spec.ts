import { expect, it } from '@jest/globals';
import type { BulkAction } from './card-job.dto.js';
import { type HolderState, skipReason } from './skip-reason.js';

const CARD: HolderState = {
  status: 'unused',
  frozen: false,
  expiresAt: null,
  uses: null,
  note: null,
  sessions: 0,
  devices: 0,
  isIssuedSince: false,
};

it.each<[BulkAction, Partial<HolderState>, string | undefined]>([
  ['freeze', {}, undefined],
  ['freeze', { frozen: true }, 'already_frozen'],
  ['freeze', { status: 'consumed' }, undefined],
  ['unfreeze', {}, 'not_frozen'],
  ['unfreeze', { frozen: true }, undefined],
  ['delete', {}, undefined],
  ['delete', { frozen: true }, undefined],
  ['delete', { status: 'activated' }, 'not_unused'],
  ['delete', { status: 'consumed' }, 'not_unused'],
  ['delete', { isIssuedSince: true }, 'issued_since'],
  ['delete', { status: 'activated', isIssuedSince: true }, 'not_unused'],
  ['freeze', { isIssuedSince: true }, undefined],
  ['apply_type', {}, undefined],
  ['apply_type', { frozen: true }, undefined],
  ['apply_type', { status: 'activated' }, 'not_unused'],
  ['apply_type', { status: 'consumed' }, 'not_unused'],
  ['add_time', { status: 'activated', expiresAt: 1 }, undefined],
  ['add_time', { status: 'activated', expiresAt: null }, 'no_running_time'],
  ['add_time', { status: 'unused' }, 'no_running_time'],
  ['add_time', { status: 'consumed', expiresAt: 1 }, 'no_running_time'],
  ['add_uses', { uses: 0 }, undefined],
  ['add_uses', {}, 'not_counted'],
  ['reset', { status: 'activated' }, undefined],
  ['reset', { status: 'activated', frozen: true }, undefined],
  ['reset', { status: 'unused' }, 'not_activated'],
  ['reset', { status: 'consumed' }, 'not_activated'],
  ['kick', { devices: 1 }, 'no_sessions'],
  ['kick', { sessions: 1 }, undefined],
  ['unbind', { sessions: 1 }, 'no_devices'],
  ['unbind', { devices: 2 }, undefined],
])('%s of a card that is %j: %s', (action, fields, reason) => {
  expect(skipReason(action, { ...CARD, ...fields })).toBe(reason);
});

it.each([
  [null, null, 'same_note'],
  ['a', 'a', 'same_note'],
  ['a', 'A', undefined],
  ['a', null, undefined],
  [null, 'a', undefined],
])('the note %j becoming %j: %s', (before, after, reason) => {
  expect(skipReason('note', { ...CARD, note: before }, after)).toBe(reason);
});
