import { Tooltip } from '@mui/material';
import { useRecordContext, useTranslate } from 'react-admin';
import { useFormatTime } from '../components/use-format-time';
import { messageKey } from '../i18n/message-key';
import type { Holder } from './holder';
import { remainingOf } from './remaining';

/** The time left, such as `8 d`, with the exact expiry on hover. Lists pass `source` only for the column's label. */
export function RemainingField(_: { source?: string }) {
  const record = useRecordContext<Holder>();
  const translate = useTranslate();
  const formatTime = useFormatTime();
  if (!record) return null;
  const { kind, amount } = remainingOf(record, Date.now());
  const text = translate(messageKey(`panel.left.${kind}`), { smart_count: amount ?? 0 });
  if (record.expiresAt === null) return text;
  return (
    <Tooltip title={formatTime(record.expiresAt)}>
      <span style={{ whiteSpace: 'nowrap' }}>{text}</span>
    </Tooltip>
  );
}
