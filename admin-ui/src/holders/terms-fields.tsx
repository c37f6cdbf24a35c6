import { DateField, useRecordContext, useTranslate } from 'react-admin';
import { messageKey } from '../i18n/message-key';
import type { CardType } from '../api/types';
import type { Holder } from './holder';

/** Props of these fields. Lists and pages pass `source` only for the label. */
interface FieldProps {
  source?: string;
}

/** The duration of a card, such as `1 month`. */
export function DurationField(_: FieldProps) {
  const record = useRecordContext<CardType | Holder>();
  const translate = useTranslate();
  if (!record) return null;
  const { durationUnit, durationAmount } = record;
  return translate(messageKey(`panel.duration.${durationUnit}`), { smart_count: durationAmount });
}

/** The expiry of a card or user. */
export function ExpiryField(_: FieldProps) {
  const record = useRecordContext<Holder>();
  const translate = useTranslate();
  if (!record) return null;
  if (record.expiresAt !== null) return <DateField source="expiresAt" />;
  if (record.status === 'consumed') return '–';
  return translate(record.status === 'unused' ? 'panel.holder.not_begun' : 'panel.no_end');
}

/** A limit. `null` means unlimited; 0 means the same, but not in `unbindLimit`. */
export function LimitField({ source }: { source: 'maxSessions' | 'maxDevices' | 'unbindLimit' }) {
  const record = useRecordContext<CardType | Holder>();
  const translate = useTranslate();
  if (!record) return null;
  const limit = record[source];
  const isUnlimited = limit === null || (limit === 0 && source !== 'unbindLimit');
  return isUnlimited ? translate('panel.unlimited') : String(limit);
}

/** The features of a card, such as `export, seats: 3`. */
export function FeaturesField(_: FieldProps) {
  const record = useRecordContext<CardType | Holder>();
  const translate = useTranslate();
  if (!record) return null;
  const shown = Object.entries(record.features).map(([name, value]) => {
    if (value === true) return name;
    return `${name}: ${value === false ? translate('ra.boolean.false') : String(value)}`;
  });
  return shown.join(', ') || '–';
}

/** The uses of a card, such as `100 a day`. */
export function UsesField(_: FieldProps) {
  const record = useRecordContext<CardType | Holder>();
  const translate = useTranslate();
  if (!record) return null;
  const { uses, usesPeriod } = record;
  if (uses === null) return translate('panel.uses.not_counted');
  return translate(messageKey(`panel.uses.each.${usesPeriod}`), { figure: uses.toLocaleString() });
}
