import { Alert, Box, LinearProgress, Typography } from '@mui/material';
import { useLocale, useTranslate } from 'react-admin';
import type { Dto } from '../../api/types';
import { useRead } from '../../api/use-read';
import { formatSize } from '../../components/values';

/** The warning is shown when at least this share of a quota is used. */
const WARN_AT = 0.8;

interface Props {
  applicationId: number;
  /** Key of the card whose data is counted; default: the data shared by the whole application. */
  card?: string;
  /** Hides the component while nothing is stored. */
  hideEmpty?: boolean;
}

/** How much of the quota the remote data uses, with a warning before writes are refused. */
export function DataUsage({ applicationId, card, hideEmpty = false }: Props) {
  const translate = useTranslate();
  const locale = useLocale()!;
  const query = new URLSearchParams({ applicationId: String(applicationId), ...(card && { card }) });
  const { data } = useRead<Dto<'DataUsageDto'>>(`/data/usage?${query}`);
  if (!data || (hideEmpty && data.keys === 0)) return null;
  const { keys, maxKeys, bytes, maxBytes } = data;
  const part = Math.max(keys / maxKeys, bytes / maxBytes);
  const scope = card === undefined ? 'app' : 'card';
  const words = translate(`panel.data.usage_${scope}`, {
    card,
    keys: keys.toLocaleString(),
    maxKeys: maxKeys.toLocaleString(),
    bytes: formatSize(bytes, locale),
    maxBytes: formatSize(maxBytes, locale),
  });
  const isWarning = part >= WARN_AT;
  const bar = (
    <LinearProgress
      variant="determinate"
      value={Math.min(100, part * 100)}
      color={isWarning ? 'warning' : 'primary'}
      aria-label={words}
    />
  );
  if (!isWarning)
    return (
      <Box sx={{ px: 2, py: 1, maxWidth: 480 }}>
        <Typography variant="body2" color="textSecondary" gutterBottom>
          {words}
        </Typography>
        {bar}
      </Box>
    );
  return (
    <Alert severity="warning" sx={{ m: 2, '& .MuiAlert-message': { flex: 1 } }}>
      <Typography variant="body2" gutterBottom>
        {words}
      </Typography>
      {bar}
      <Typography variant="body2">{translate('panel.data.usage_warning')}</Typography>
    </Alert>
  );
}
