import { Chip, Stack } from '@mui/material';
import { useRecordContext, useTranslate } from 'react-admin';
import type { Dto } from '../../api/types';

/** Shows whether a version is visible to clients, is the current version, and is forced. */
export function ReleaseChip(_: { source?: string }) {
  const version = useRecordContext<Dto<'SoftwareVersionDto'>>();
  const translate = useTranslate();
  if (!version) return null;
  const { released, latest, forced } = version;
  const state = latest ? 'latest' : released ? 'released' : 'draft';
  return (
    <Stack direction="row" sx={{ gap: 0.5, flexWrap: 'wrap' }}>
      <Chip
        size="small"
        variant={latest ? 'filled' : 'outlined'}
        color={released ? 'success' : 'default'}
        label={translate(`panel.versions.${state}`)}
      />
      {forced && (
        <Chip size="small" variant="outlined" color="warning" label={translate('panel.versions.forced')} />
      )}
    </Stack>
  );
}
