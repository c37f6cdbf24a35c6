import { Box, Button, Stack, Typography } from '@mui/material';
import { useInfiniteQuery } from '@tanstack/react-query';
import {
  Link,
  RecordContextProvider,
  useCanAccess,
  useDataProvider,
  useLocale,
  useRecordContext,
  useResourceContext,
  useTranslate,
} from 'react-admin';
import type { PanelDataProvider } from '../api/data-provider';
import type { Dto } from '../api/types';
import { EmptyText } from '../components/empty-text';
import { RelativeTime } from '../components/relative-time';
import { useApplications } from '../layout/application-context';
import { requestsPath } from '../resources/requests/request-path';
import { ChangeList } from './change-list';
import type { Holder } from './holder';
import { HolderLink } from './holder-link';
import { type TimelineEntry, timelineWords } from './timeline-words';
import { SessionState } from './session-state';
import { WATCH_MS } from './use-history';

type Page = Dto<'TimelineDto'>;

const DOTS: Partial<Record<TimelineEntry['kind'], string>> = {
  refusal: 'error.main',
  expired: 'warning.main',
  refund: 'warning.main',
  login: 'success.main',
  activated: 'success.main',
  change: 'primary.main',
  job: 'primary.main',
};

/** Everything that happened to the card or user of the page, latest first. */
export function Timeline() {
  const translate = useTranslate();
  const { pages, hasNextPage, fetchNextPage, isFetchingNextPage } = useTimeline();
  const entries = pages?.flatMap((page) => page.entries);
  return (
    <Box component="section" sx={{ px: 2, pb: 2 }}>
      <Stack direction="row" sx={{ justifyContent: 'space-between', alignItems: 'baseline', gap: 2 }}>
        <Typography component="h2" variant="subtitle1" sx={{ fontWeight: 600, py: 1 }}>
          {translate('panel.timeline.title')}
        </Typography>
        <AllRefusals />
      </Stack>
      {entries?.length === 0 && <EmptyText text="panel.timeline.empty" />}
      <Box component="ol" sx={{ listStyle: 'none', m: 0, p: 0, borderLeft: 1, borderColor: 'divider' }}>
        {entries?.map((entry) => (
          <Entry key={entry.id} entry={entry} />
        ))}
      </Box>
      {hasNextPage && (
        <Button disabled={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {translate('panel.timeline.earlier')}
        </Button>
      )}
    </Box>
  );
}

/** Links to all refused requests with the name of the card or user. */
function AllRefusals() {
  const holder = useRecordContext<
    Partial<Dto<'CardDto'> & Dto<'UserDto'>> & Pick<Holder, 'id' | 'applicationId'>
  >();
  const translate = useTranslate();
  const { choose } = useApplications();
  const exactName = holder?.card ?? holder?.username;
  if (exactName === undefined) return null;
  return (
    // The list shows the selected application, which may be a different one.
    <Link to={requestsPath({ exactName })} variant="body2" onClick={() => choose(holder!.applicationId)}>
      {translate('panel.requests.all_of_holder')}
    </Link>
  );
}

function useTimeline() {
  const resource = useResourceContext();
  const record = useRecordContext();
  const dataProvider = useDataProvider<PanelDataProvider>();
  const path = `/${resource}/${record?.id}/timeline`;
  const { data, ...query } = useInfiniteQuery({
    queryKey: ['read', path],
    queryFn: ({ pageParam }) =>
      dataProvider.read<Page>(pageParam === null ? path : `${path}?before=${pageParam}`),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }: Page) => next,
    enabled: record !== undefined,
    // Polling stops once an older page has been loaded.
    refetchInterval: ({ state }) => ((state.data?.pages.length ?? 0) > 1 ? false : WATCH_MS),
  });
  return { pages: data?.pages, ...query };
}

function Entry({ entry }: { entry: TimelineEntry }) {
  const translate = useTranslate();
  const { title, who } = timelineWords(entry, translate, useLocale());
  return (
    <Box component="li" sx={{ position: 'relative', pl: 2, py: 0.75 }}>
      <Box
        aria-hidden
        sx={{
          position: 'absolute',
          left: -4.5,
          top: 14,
          width: 8,
          height: 8,
          borderRadius: '50%',
          bgcolor: DOTS[entry.kind] ?? 'text.disabled',
        }}
      />
      <Stack direction="row" useFlexGap sx={{ gap: 1, flexWrap: 'wrap', alignItems: 'baseline' }}>
        <Typography variant="body2" sx={{ fontWeight: 500, overflowWrap: 'anywhere', minWidth: 0 }}>
          {title}
        </Typography>
        <Typography variant="body2" color="textSecondary" sx={{ ml: 'auto', overflowWrap: 'anywhere' }}>
          {who && `${who} · `}
          <RelativeTime at={entry.at} />
        </Typography>
      </Stack>
      <Typography
        variant="body2"
        component="div"
        color="textSecondary"
        sx={{ overflowWrap: 'anywhere', '&:empty': { display: 'none' } }}
      >
        <Details entry={entry} />
      </Typography>
    </Box>
  );
}

function Details({ entry }: { entry: TimelineEntry }) {
  const translate = useTranslate();
  const { kind, session, kickedBy, refusal, consumption, consumed, consumedBy, order, change, job } = entry;
  switch (kind) {
    case 'login':
      return (
        <RecordContextProvider value={session}>
          <SessionState /> {kickedBy && translate('panel.timeline.kicked_by', { who: kickedBy })}
        </RecordContextProvider>
      );
    case 'refusal':
      return translate('panel.timeline.refused', {
        endpoint: refusal!.endpoint,
        device: refusal!.deviceId ?? '–',
        ip: refusal!.ip,
      });
    case 'consumption':
      return [consumption!.functionName, consumption!.requestId].filter(Boolean).join(' · ');
    case 'recharge':
      return <HolderLink holderKind="card" holderId={consumed!.id} holderName={consumed!.card} />;
    case 'consumed':
      return (
        consumedBy && (
          <HolderLink holderKind={consumedBy.kind} holderId={consumedBy.id} holderName={consumedBy.name} />
        )
      );
    case 'order':
    case 'refund':
      return <Link to={`/orders/${order!.id}/show`}>{order!.product}</Link>;
    case 'change':
      return (
        <RecordContextProvider value={change}>
          <ChangeList />
        </RecordContextProvider>
      );
    case 'job':
      return (
        <>
          {job!.reason !== null && `${translate('panel.diagnosis.frozen_reason', { reason: job!.reason })} `}
          <JobLink id={job!.id} />
        </>
      );
    case 'created':
    case 'issued':
    case 'activated':
    case 'expired':
    case 'bound':
      return null;
  }
}

/** Links to a card job, for roles that may see it. */
function JobLink({ id }: { id: number }) {
  const translate = useTranslate();
  const { canAccess } = useCanAccess({ resource: 'card-jobs', action: 'show' });
  return canAccess ? <Link to={`/card-jobs/${id}/show`}>{translate('panel.timeline.show_job')}</Link> : null;
}
