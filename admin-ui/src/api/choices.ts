import { cardsEn } from '../i18n/areas/cards.en';
import { commonEn } from '../i18n/areas/common.en';
import { salesEn } from '../i18n/areas/sales.en';
import { contentEn } from '../i18n/areas/content.en';
import { accountEn } from '../i18n/areas/account.en';
import { notifiersEn } from '../i18n/areas/notifiers.en';
import { webhooksEn } from '../i18n/areas/webhooks.en';
import { RANK } from '../auth/access';
import type { Application, CardType, Dto, Role, TokenRole } from './types';

export type HolderState = NonNullable<Dto<'CardFilter'>['state']>;

const { panel: common } = commonEn;
const { panel: cards } = cardsEn;
const { panel: content } = contentEn;
const { panel: sales } = salesEn;

// Choices for inputs and fields: one for each value of the API, in the order of the English translation file.
export const SIGN_MODES = choices<Application['signMode']>()('panel.sign_mode', content.sign_mode);
export const RESPONSE_SIGNATURES = choices<Application['responseSignature']>()(
  'panel.response_signature',
  content.response_signature,
);
export const COMPAT_SERVICES = choices<Application['compat']>()('panel.compat', content.compat);
export const LANGUAGES = choices<Application['language']>()('panel.client_language', content.client_language);
export const MULTI_OPEN_POLICIES = choices<Application['multiOpenPolicy']>()(
  'panel.multi_open_policy',
  content.multi_open_policy,
);
export const UNBIND_POLICIES = choices<Application['unbindPolicy']>()(
  'panel.unbind_policy',
  content.unbind_policy,
);
export const TRIAL_MODES = choices<Application['trial']>()('panel.trial_mode', content.trial_mode);
const { notifiers } = notifiersEn.panel;
export const NOTIFIER_KINDS = choices<Dto<'NotifierDto'>['kind']>()('panel.notifiers.kind', notifiers.kind);
export const NOTIFIER_MODES = choices<Dto<'NotifierDto'>['mode']>()('panel.notifiers.mode', notifiers.mode);
export const NOTIFIER_LANGUAGES = choices<Dto<'NotifierDto'>['language']>()(
  'panel.notifiers.language',
  notifiers.language,
);
const { permanent: _, ...timeUnits } = common.unit;
export const TIME_UNITS = choices<Dto<'AddTimeDto'>['unit']>()('panel.unit', timeUnits);
export const DURATION_UNITS = choices<CardType['durationUnit']>()('panel.unit', common.unit);
export const USES_PERIODS = choices<CardType['usesPeriod']>()('panel.uses.period', cards.uses.period);
export const HOLDER_STATES = choices<HolderState>()('panel.state', cards.state);
export const HOLDER_KINDS = choices<Dto<'DeviceDto'>['holderKind']>()('panel.holder', {
  card: cards.holder.card,
  user: cards.holder.user,
});
export const SESSION_KINDS = choices<Dto<'ClientSessionDto'>['holderKind']>()('panel.holder', {
  card: cards.holder.card,
  user: cards.holder.user,
  trial: cards.holder.trial,
});
export const BLOCK_KINDS = choices<Dto<'BlockDto'>['kind']>()('panel.blocks.kind', content.blocks.kind);
export const DATA_SCOPES = choices<Dto<'RemoteDataDto'>['scope']>()('panel.data.scope', content.data.scope);
export const CHANNEL_KINDS = choices<Dto<'ChannelDto'>['kind']>()('panel.channels.kind', sales.channels.kind);
export const PRODUCT_MODES = choices<Dto<'EditProductDto'>['mode']>()(
  'panel.channels.mode',
  sales.channels.mode,
);
export const PAYMENT_STATUSES = choices<Dto<'PaymentDto'>['status']>()(
  'panel.payments.status',
  sales.payments.status,
);
export const ORDER_STATUSES = choices<Dto<'OrderDto'>['status']>()(
  'panel.orders.status',
  sales.orders.status,
);
export const REFUND_MODES = choices<Dto<'RefundOrderDto'>['mode']>()(
  'panel.orders.refund_modes',
  sales.orders.refund_modes,
);
const { issuer: __, ...adminRoles } = common.role;
/** In ascending order of permissions. */
export const ROLES = choices<Role>()('panel.role', adminRoles).toSorted(
  ({ id: a }, { id: b }) => RANK[a] - RANK[b],
);
/** Roles of API tokens, in ascending order of permissions. */
export const TOKEN_ROLES: { id: TokenRole; name: string }[] = [
  { id: 'issuer', name: 'panel.role.issuer' },
  ...ROLES,
];
export const JOB_KINDS = choices<Dto<'CardJobDto'>['kind']>()('panel.job.kind', cards.job.kind);
export const JOB_STATUSES = choices<Dto<'CardJobDto'>['status']>()('panel.job.status', cards.job.status);
/**
 * In the API's types, an action of the audit log is any string, so the compiler cannot check this list.
 * `choices.spec.ts` compares it with the server's.
 */
export const AUDIT_ACTIONS = choices<string>()('panel.audit.actions', accountEn.panel.audit.actions);

/** Types of events. `choices.spec.ts` compares this list with the server's. */
export const EVENT_TYPES = Object.entries(webhooksEn.panel.webhooks.types).flatMap(([group, labels]) =>
  Object.keys(labels).map((name) => ({
    id: `${group}.${name}`,
    name: `panel.webhooks.types.${group}.${name}`,
  })),
);

/** The kinds of records whose changes are in the audit log. */
export const AUDITED_RESOURCES = Object.keys({
  ...cardsEn.resources,
  ...salesEn.resources,
  ...contentEn.resources,
  ...accountEn.resources,
  ...webhooksEn.resources,
  ...notifiersEn.resources,
})
  .filter((id) => id !== 'audit-log')
  .map((id) => ({ id, name: `resources.${id}.name` }));

/**
 * Returns a choice for each label. A call does not compile if an API value has no label, or a label has no API value.
 * @param prefix key of the labels in the translations
 */
function choices<Value extends string>() {
  return <Labels extends Record<Value, string>>(
    prefix: string,
    labels: Labels & Record<Exclude<keyof Labels, Value>, never>,
  ) => (Object.keys(labels) as Value[]).map((id) => ({ id, name: `${prefix}.${id}` }));
}
