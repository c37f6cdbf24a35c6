import { Typography } from '@mui/material';
import { useRecordContext, useTranslate } from 'react-admin';
import type { Dto } from '../../api/types';
import { relativeTime } from '../../components/relative-time-text';
import { Time } from '../../components/time-field';
import { useFormatLocale } from '../../components/use-format-time';
import { useNow } from '../../components/use-now';
import { useApplication } from '../../layout/application-context';
import { nextHeartbeat } from './next-heartbeat';

type Session = Dto<'ClientSessionDto'>;

const SECOND_MS = 1000;

/** A time in the past, such as `5 min. ago`; a tooltip shows the exact time. */
export function AgoField({ source }: { source: 'createdAt' | 'lastSeenAt' | 'endedAt' }) {
  const epochMs = useRecordContext<Session>()?.[source];
  const locale = useFormatLocale();
  const now = useNow(SECOND_MS);
  if (epochMs == null) return <>–</>;
  // Shows no time in the future if the server's clock is ahead of the browser's.
  return <Time epochMs={epochMs} words={relativeTime(Math.min(epochMs - now, 0), locale)} />;
}

/** Counts down to the next heartbeat of an open session or, if the heartbeat is late, to the end of the session. */
export function NextHeartbeatField() {
  const session = useRecordContext<Session>();
  const application = useApplication();
  const translate = useTranslate();
  const locale = useFormatLocale();
  const now = useNow(SECOND_MS);
  if (!session || !application || session.endedAt !== null) return <>–</>;
  const { dueMs, endsMs } = nextHeartbeat(session, application, now);
  if (dueMs >= 0) return <span style={{ whiteSpace: 'nowrap' }}>{relativeTime(dueMs, locale)}</span>;
  const time = relativeTime(endsMs, locale);
  return (
    <Typography component="span" variant="body2" color="warning" sx={{ whiteSpace: 'nowrap' }}>
      {translate('panel.session.late', { time })}
    </Typography>
  );
}
