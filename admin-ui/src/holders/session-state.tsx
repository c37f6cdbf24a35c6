import { Chip } from '@mui/material';
import { useRecordContext, useTranslate } from 'react-admin';
import { messageKey } from '../i18n/message-key';
import type { Dto } from '../api/types';

/** Shows that a session is open, or why it ended. */
export function SessionState() {
  const record = useRecordContext<Dto<'ClientSessionDto'>>();
  const translate = useTranslate();
  if (!record) return null;
  const { endReason } = record;
  const label = translate(messageKey(`panel.session.${endReason ?? 'open'}`));
  return (
    <Chip size="small" variant="outlined" color={endReason === null ? 'success' : 'default'} label={label} />
  );
}
