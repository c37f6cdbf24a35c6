import { Chip, type ChipProps } from '@mui/material';
import { useRecordContext, useTranslate } from 'react-admin';
import { stateOf } from '../holders/holder-state';
import { messageKey } from '../i18n/message-key';
import type { HolderState } from '../api/choices';
import type { Card, User } from '../api/types';

const COLOURS: Record<HolderState, ChipProps['color']> = {
  unused: 'default',
  active: 'success',
  expired: 'warning',
  frozen: 'error',
  consumed: 'default',
};

export function StateChip() {
  const record = useRecordContext<Card | User>();
  const translate = useTranslate();
  if (!record) return null;
  const state = stateOf(record, Date.now());
  const isIssued = state === 'unused' && 'issuedAt' in record && record.issuedAt !== null;
  return (
    <Chip
      size="small"
      variant="outlined"
      color={COLOURS[state]}
      label={translate(isIssued ? 'panel.cards.is_issued' : messageKey(`panel.state.${state}`))}
    />
  );
}
