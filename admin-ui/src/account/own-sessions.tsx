import { Button, Chip, List, ListItem, ListItemText, Skeleton } from '@mui/material';
import { useDataProvider, useNotify, useTranslate } from 'react-admin';
import { useFormatTime } from '../components/use-format-time';
import type { Dto } from '../api/types';
import { useRead } from '../api/use-read';
import { useNotifyError } from '../components/use-notify-error';
import { describeBrowser } from './describe-browser';

/** Lists the administrator's own sessions, with a button to end each. */
export function OwnSessions() {
  const dataProvider = useDataProvider();
  const notify = useNotify();
  const notifyError = useNotifyError();
  const { data: sessions, refetch } = useRead<Dto<'SessionDto'>[]>('/auth/sessions');
  const end = async (id: number) => {
    try {
      await dataProvider.delete('auth/sessions', { id });
      notify('panel.account.sessions.ended');
    } catch (error) {
      notifyError(error);
    }
    await refetch();
  };
  if (!sessions) return <Skeleton variant="rounded" height={120} />;
  return (
    <List disablePadding>
      {sessions.map((session) => (
        <SessionItem key={session.id} session={session} onEnd={() => void end(session.id)} />
      ))}
    </List>
  );
}

function SessionItem({ session, onEnd }: { session: Dto<'SessionDto'>; onEnd: () => void }) {
  const translate = useTranslate();
  const formatTime = useFormatTime();
  const browser = describeBrowser(session.userAgent);
  const words = {
    ip: session.ip,
    since: formatTime(session.createdAt),
    seen: formatTime(session.lastSeenAt),
  };
  return (
    <ListItem divider disableGutters sx={{ gap: 1 }}>
      <ListItemText
        primary={browser}
        secondary={translate('panel.account.sessions.item', words)}
        sx={{ overflowWrap: 'anywhere' }}
        slotProps={{ primary: { title: session.userAgent } }}
      />
      {session.current ? (
        <Chip
          size="small"
          color="success"
          variant="outlined"
          label={translate('panel.account.sessions.current')}
        />
      ) : (
        <Button
          size="small"
          color="error"
          onClick={onEnd}
          aria-label={`${translate('panel.account.sessions.end')}: ${browser}, ${session.ip}`}
        >
          {translate('panel.account.sessions.end')}
        </Button>
      )}
    </ListItem>
  );
}
