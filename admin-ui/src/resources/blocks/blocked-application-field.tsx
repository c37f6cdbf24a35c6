import { Typography } from '@mui/material';
import { ReferenceField, useRecordContext, useTranslate } from 'react-admin';
import type { Dto } from '../../api/types';

/** The application of a block; a block without one applies to all. */
export function BlockedApplicationField(_: { source?: string }) {
  const block = useRecordContext<Dto<'BlockDto'>>();
  const translate = useTranslate();
  if (!block) return null;
  if (block.applicationId === null) {
    return (
      <Typography component="span" variant="body2">
        {translate('panel.all_applications')}
      </Typography>
    );
  }
  return <ReferenceField source="applicationId" reference="applications" link={false} />;
}
