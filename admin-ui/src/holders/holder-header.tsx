import { Stack, Typography } from '@mui/material';
import { useRecordContext } from 'react-admin';
import { CopyButton } from '../components/copy-button';
import { StateChip } from '../components/state-chip';
import { type Holder, nameOf } from './holder';

/** The name of the page's card or user, which can be copied, and its state. */
export function HolderHeader() {
  const record = useRecordContext<Holder>();
  if (!record) return null;
  const name = nameOf(record);
  return (
    <Stack direction="row" useFlexGap sx={{ alignItems: 'center', flexWrap: 'wrap', gap: 1, p: 2, pb: 1 }}>
      <Typography component="h2" variant="h6" sx={{ fontFamily: 'monospace', overflowWrap: 'anywhere' }}>
        {name}
      </Typography>
      <CopyButton text={name} />
      <StateChip />
    </Stack>
  );
}
