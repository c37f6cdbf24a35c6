import { Chip } from '@mui/material';
import { useRecordContext, useTranslate } from 'react-admin';
import type { Dto } from '../../api/types';

/** Shows whether clients see a version. */
export function ReleaseChip(_: { source?: string }) {
  const version = useRecordContext<Dto<'SoftwareVersionDto'>>();
  const translate = useTranslate();
  if (!version) return null;
  return (
    <Chip
      size="small"
      variant="outlined"
      color={version.released ? 'success' : 'default'}
      label={translate(version.released ? 'panel.versions.released' : 'panel.versions.draft')}
    />
  );
}
