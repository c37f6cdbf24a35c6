import {
  Alert,
  type AlertColor,
  AlertTitle,
  Box,
  List,
  ListItem,
  ListItemText,
  Skeleton,
  Typography,
} from '@mui/material';
import { useRecordContext, useResourceContext, useTranslate } from 'react-admin';
import type { Dto } from '../api/types';
import { useRead } from '../api/use-read';
import { useFormatTime } from '../components/use-format-time';
import { type Diagnosis as DiagnosisDto, diagnosisWords } from './diagnosis-words';
import { KickSessionButton } from './kick-session-button';
import { LastRefusal } from './last-refusal';
import { UnbindButton } from './unbind-button';
import { WATCH_MS } from './use-history';

const SEVERITY: Partial<Record<DiagnosisDto['reason'], AlertColor>> = {
  none: 'success',
  expired: 'warning',
  device_limit: 'warning',
  multi_open: 'warning',
};

interface DiagnosisProps {
  /** The device that logs in; default: the device of the last attempt. */
  deviceId?: string | undefined;
}

/** Explains why the owner of the card or user cannot log in, and what would help. */
export function Diagnosis({ deviceId }: DiagnosisProps) {
  const resource = useResourceContext();
  const record = useRecordContext();
  const translate = useTranslate();
  const formatTime = useFormatTime();
  const query = deviceId === undefined ? '' : `?${new URLSearchParams({ deviceId }).toString()}`;
  const { data } = useRead<DiagnosisDto>(record && `/${resource}/${record.id}/diagnosis${query}`, WATCH_MS);
  if (!data) return <Pending />;
  const { reason, code, facts } = data;
  return (
    <Alert
      severity={SEVERITY[reason] ?? 'error'}
      sx={{ mx: 2, '& .MuiAlert-message': { flex: 1, minWidth: 0 } }}
    >
      <AlertTitle component="div" sx={{ overflowWrap: 'anywhere' }}>
        {diagnosisWords(data, translate, formatTime)}
      </AlertTitle>
      {code !== 0 && <Typography variant="body2">{translate('panel.diagnosis.code', { code })}</Typography>}
      {facts.devices && <Devices devices={facts.devices} />}
      {reason === 'multi_open' && <Sessions sessions={facts.sessions ?? []} />}
      <LastRefusal />
    </Alert>
  );
}

/** Reserves the height of a short diagnosis: one line, or two lines on phones. */
function Pending() {
  return (
    <Box sx={{ px: 2 }}>
      <Skeleton variant="rounded" sx={{ height: { xs: 66, sm: 46 } }} />
    </Box>
  );
}

function Devices({ devices }: { devices: Dto<'BoundDeviceDto'>[] }) {
  const translate = useTranslate();
  const formatTime = useFormatTime();
  return (
    <List dense disablePadding>
      {devices.map((device) => (
        <ListItem key={device.id} disableGutters secondaryAction={<UnbindButton record={device} />}>
          <ListItemText
            primary={device.deviceId}
            secondary={translate('panel.diagnosis.bound', { when: formatTime(device.boundAt) })}
          />
        </ListItem>
      ))}
    </List>
  );
}

function Sessions({ sessions }: { sessions: Dto<'HolderSessionDto'>[] }) {
  const translate = useTranslate();
  const formatTime = useFormatTime();
  return (
    <List dense disablePadding>
      {sessions.map((session) => (
        <ListItem key={session.id} disableGutters secondaryAction={<KickSessionButton record={session} />}>
          <ListItemText
            primary={`${session.deviceId} · ${session.ip}`}
            secondary={translate('panel.diagnosis.seen', { when: formatTime(session.lastSeenAt) })}
          />
        </ListItem>
      ))}
    </List>
  );
}
