import { describe, expect, it } from '@jest/globals';
import { AUDIT_ACTIONS as WRITTEN } from '../../../libs/database/src/entities/audit-actions';
import { accountEn } from '../i18n/areas/account.en';
import { cardsEn } from '../i18n/areas/cards.en';
import { commonEn } from '../i18n/areas/common.en';
import { EVENT_TYPES } from '../../../libs/events/src/catalogue';
import { contentEn } from '../i18n/areas/content.en';
import { salesEn } from '../i18n/areas/sales.en';
import { notifiersEn } from '../i18n/areas/notifiers.en';
import { webhooksEn } from '../i18n/areas/webhooks.en';
import * as choices from './choices';

const MESSAGES = [accountEn, cardsEn, commonEn, contentEn, salesEn, webhooksEn, notifiersEn];

function hasText(key: string): boolean {
  return MESSAGES.some((messages) => {
    let node: unknown = messages;
    for (const part of key.split('.')) node = (node as Record<string, unknown> | undefined)?.[part];
    return typeof node === 'string';
  });
}

describe('choices', () => {
  it.each(Object.entries(choices))('%s have labels', (_, members) => {
    expect(members.map(({ name }) => name).filter((name) => !hasText(name))).toEqual([]);
  });

  it('of the audit log are the actions that the server writes', () => {
    expect(choices.AUDIT_ACTIONS.map(({ id }) => id).toSorted()).toEqual([...WRITTEN].toSorted());
  });

  it('of events are the types that the server knows', () => {
    expect(choices.EVENT_TYPES.map(({ id }) => id).toSorted()).toEqual([...EVENT_TYPES].toSorted());
  });

  it('of roles ascend', () => {
    expect(choices.ROLES.map(({ id }) => id)).toEqual(['viewer', 'operator', 'manager', 'owner']);
  });
});
