import { Stack, Typography } from '@mui/material';
import { useRecordContext, useTranslate } from 'react-admin';
import { CopyButton } from '../components/copy-button';
import { StateChip } from '../components/state-chip';
import { messageKey } from '../i18n/message-key';
import { type Holder, nameOf } from './holder';
import { remainingOf } from './remaining';

interface HolderHeaderProps {
  /** True to show the name, where the header of the page does not show it. */
  isNamed?: boolean;
}

/** The name (with a copy button), the state and the time left of the card or user in context. */
export function HolderHeader({ isNamed = false }: HolderHeaderProps) {
  const record = useRecordContext<Holder>();
  const translate = useTranslate();
  if (!record) return null;
  const name = nameOf(record);
  const { kind, amount } = remainingOf(record, Date.now());
  return (
    <Stack direction="row" useFlexGap sx={{ alignItems: 'center', flexWrap: 'wrap', gap: 1, p: 2, pb: 1 }}>
      {isNamed && (
        <Typography component="h2" variant="h6" sx={{ fontFamily: 'monospace', overflowWrap: 'anywhere' }}>
          {name}
        </Typography>
      )}
      {isNamed && <CopyButton text={name} />}
      <StateChip />
      {amount !== undefined && (
        <Typography variant="body2" color="textSecondary">
          {translate(messageKey(`panel.left.long_${kind as 'days' | 'hours' | 'minutes'}`), {
            smart_count: amount,
          })}
        </Typography>
      )}
      {!isNamed && <CopyButton text={name} />}
    </Stack>
  );
}
