import { Box, Typography } from '@mui/material';
import { useRecordContext, useTranslate } from 'react-admin';
import type { Holder } from './holder';

/** The configuration stored by clients, if there is one. */
export function ConfigBlock() {
  const record = useRecordContext<Holder>();
  const translate = useTranslate();
  if (!record?.config) return null;
  return (
    <Box sx={{ px: 2, pb: 2 }}>
      <Typography variant="caption" color="textSecondary">
        {translate('panel.holder.config')}
      </Typography>
      <Box
        component="pre"
        // A scrollable box must be reachable by keyboard.
        tabIndex={0}
        sx={{ m: 0, maxHeight: 160, overflow: 'auto', fontSize: '0.8rem' }}
      >
        {record.config}
      </Box>
    </Box>
  );
}
