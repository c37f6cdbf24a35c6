import { DateField, useRecordContext, useTranslate } from 'react-admin';
import type { CardType } from '../api/types';
import type { Holder } from './holder';

/** Some of these are called by their source in lists and on pages, which is what labels them. */
interface FieldProps {
  source?: string;
}

/** How much time a card gives, such as `1 month`. */
export function DurationField(_: FieldProps) {
  const record = useRecordContext<CardType | Holder>();
  const translate = useTranslate();
  if (!record) return null;
  const { durationUnit, durationAmount } = record;
  return translate(`panel.duration.${durationUnit}`, { smart_count: durationAmount });
}

/** When the time of a card or a user passes. */
export function ExpiryField(_: FieldProps) {
  const record = useRecordContext<Holder>();
  const translate = useTranslate();
  if (!record) return null;
  if (record.expiresAt !== null) return <DateField source="expiresAt" showTime />;
  if (record.status === 'consumed') return '–';
  return translate(record.status === 'unused' ? 'panel.holder.not_begun' : 'panel.no_end');
}

/** A number of which 0 and null mean that there is no limit. */
export function LimitField({ source }: { source: 'maxSessions' | 'maxDevices' | 'unbindLimit' }) {
  const record = useRecordContext<CardType | Holder>();
  const translate = useTranslate();
  if (!record) return null;
  const limit = record[source];
  const isUnlimited = limit === null || (limit === 0 && source !== 'unbindLimit');
  return isUnlimited ? translate('panel.unlimited') : String(limit);
}
