import { DateField, useRecordContext, useTranslate } from 'react-admin';
import { messageKey } from '../i18n/message-key';
import type { CardType } from '../api/types';
import type { Holder } from './holder';

/** Lists and pages pass some of these fields a source, which determines their label. */
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
  if (record.expiresAt !== null) return <DateField source="expiresAt" showTime />;
  if (record.status === 'consumed') return '–';
  return translate(record.status === 'unused' ? 'panel.holder.not_begun' : 'panel.no_end');
}

/** A limit, where 0 and null mean unlimited. */
export function LimitField({ source }: { source: 'maxSessions' | 'maxDevices' | 'unbindLimit' }) {
  const record = useRecordContext<CardType | Holder>();
  const translate = useTranslate();
  if (!record) return null;
  const limit = record[source];
  const isUnlimited = limit === null || (limit === 0 && source !== 'unbindLimit');
  return isUnlimited ? translate('panel.unlimited') : String(limit);
}
