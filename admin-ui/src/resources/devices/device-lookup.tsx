import {
  Box,
  Button,
  Card,
  CardContent,
  List,
  ListItem,
  ListItemText,
  TextField,
  Typography,
} from '@mui/material';
import { type FormEvent, type ReactNode, useState } from 'react';
import {
  Link,
  type RaRecord,
  RecordContextProvider,
  ResourceContextProvider,
  Title,
  useGetList,
  useLocale,
  useTranslate,
} from 'react-admin';
import { useSearchParams } from 'react-router-dom';
import type { Dto } from '../../api/types';
import { DeviceLink } from '../../components/device-link';
import { NoApplication } from '../../components/no-application';
import { RecordLink } from '../../components/record-table';
import { RelativeTime } from '../../components/relative-time';
import { useFormatTime } from '../../components/use-format-time';
import { HolderLink } from '../../holders/holder-link';
import { KickSessionButton } from '../../holders/kick-session-button';
import { meaningOf } from '../../holders/refusal-meaning';
import { UnbindButton } from '../../holders/unbind-button';
import { messageKey } from '../../i18n/message-key';
import { useApplication } from '../../layout/application-context';
import { BlockButton } from '../requests/block-buttons';
import { requestsPath } from '../requests/request-path';
import { RequestedName } from '../requests/requested-name';
import { GrantAgainButton } from '../trials/trial-buttons';

const SHOWN = 10;
const OTHERS = 25;
/** Maximum page size, needed since the filter also finds longer ids that only begin with the device's id. */
const ALL = 1000;

/** All that is known about a device: where it is bound, its trial, sessions, blocks and refused requests. */
export function DeviceLookup() {
  const translate = useTranslate();
  const application = useApplication();
  const [query] = useSearchParams();
  const deviceId = query.get('q')?.trim() ?? '';
  if (!application) return <NoApplication />;
  return (
    <Box sx={{ display: 'grid', gap: 2, py: 2, gridTemplateColumns: 'minmax(0, 1fr)', maxWidth: 960 }}>
      <Title title={translate('panel.devices.lookup')} />
      <Search key={deviceId} deviceId={deviceId} />
      {deviceId === '' ? (
        <Typography variant="body2">{translate('panel.devices.lookup_help')}</Typography>
      ) : (
        <Findings key={application.id} applicationId={application.id} deviceId={deviceId} />
      )}
    </Box>
  );
}

function Search({ deviceId }: { deviceId: string }) {
  const translate = useTranslate();
  const [, setQuery] = useSearchParams();
  const [text, setText] = useState(deviceId);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setQuery({ q: text.trim() });
  };
  return (
    <Box
      component="form"
      role="search"
      onSubmit={submit}
      sx={{ display: 'flex', gap: 1, alignItems: 'center' }}
    >
      <TextField
        label={translate('panel.filter.device_is')}
        value={text}
        onChange={({ target }) => setText(target.value)}
        slotProps={{ htmlInput: { maxLength: 128 } }}
        sx={{ flex: 1 }}
      />
      <Button type="submit" variant="contained" disabled={text.trim() === ''}>
        {translate('ra.action.search')}
      </Button>
    </Box>
  );
}

function Findings({ applicationId, deviceId }: { applicationId: number; deviceId: string }) {
  const translate = useTranslate();
  const formatTime = useFormatTime();
  const locale = useLocale();
  const ofApplication = { applicationId, deviceId };
  // Sorted by device id: devices whose longer ids begin with this id come after this device.
  const devices = useGetList<Dto<'DeviceDto'>>('devices', first(ALL, ofApplication, 'deviceId', 'ASC'));
  const trials = useGetList<Dto<'TrialDto'>>('trials', first(ALL, ofApplication, 'id'));
  const sessions = useGetList<Dto<'ClientSessionDto'>>('sessions', first(SHOWN, ofApplication, 'lastSeenAt'));
  const requests = useGetList<Dto<'RefusalDto'>>('refusals', first(SHOWN, ofApplication, 'at'));
  const { total: refused = 0 } = requests;
  // Not filtered by application, since a block may apply to all applications.
  const ofDevice = { kind: 'device', pattern: deviceId, active: true };
  const blocks = useGetList<Dto<'BlockDto'>>('blocks', first(ALL, ofDevice, 'pattern', 'ASC'));
  const bound = devices.data?.filter((device) => device.deviceId === deviceId).toReversed();
  const trial = trials.data?.filter((each) => each.deviceId === deviceId);
  const inForce = blocks.data?.filter(
    (block) => block.pattern === deviceId && [null, applicationId].includes(block.applicationId),
  );
  const alike = new Set([...(devices.data ?? []), ...(trials.data ?? [])].map((each) => each.deviceId));
  alike.delete(deviceId);
  const isUnknown = [bound, trial, sessions.data, requests.data, inForce].every((rows) => rows?.length === 0);
  return (
    <>
      {isUnknown && <Typography>{translate('panel.devices.unknown', { device: deviceId })}</Typography>}
      {alike.size > 0 && (
        <Typography variant="body2" component="div">
          {translate('panel.devices.alike')}{' '}
          {[...alike].slice(0, OTHERS).map((other) => (
            <Box key={other} component="span" sx={{ mr: 1 }}>
              <DeviceLink deviceId={other} />
            </Box>
          ))}
        </Typography>
      )}
      <Section name="bound" rows={bound?.slice(0, OTHERS)} total={bound?.length}>
        {(device) => (
          <Row
            primary={<HolderLink {...device} />}
            secondary={translate('panel.diagnosis.bound', { when: formatTime(device.boundAt) })}
            action={<UnbindButton record={device} />}
          />
        )}
      </Section>
      <Section name="trial" rows={trial}>
        {(each) => (
          <Row
            primary={`${formatTime(each.startedAt)} – ${formatTime(each.expiresAt)}`}
            secondary={each.ip}
            action={<GrantAgainButton record={each} />}
          />
        )}
      </Section>
      <Section
        name="blocks"
        rows={inForce}
        action={inForce?.length === 0 && <BlockButton kind="device" pattern={deviceId} />}
      >
        {(block) => (
          <Row
            primary={
              <ResourceContextProvider value="blocks">
                <RecordContextProvider value={block}>
                  <RecordLink source="reason" />
                </RecordContextProvider>
              </ResourceContextProvider>
            }
            secondary={block.expiresAt === null ? translate('panel.no_end') : formatTime(block.expiresAt)}
          />
        )}
      </Section>
      <Section
        name="requests"
        rows={requests.data}
        total={refused}
        action={
          refused > 0 && (
            <Link to={requestsPath({ deviceId })}>
              {translate('panel.devices.all_requests', { smart_count: refused })}
            </Link>
          )
        }
      >
        {(request) => (
          <Row
            primary={`${request.code} ${meaningOf(request, locale)}`}
            secondary={
              <>
                <RelativeTime at={request.at} /> · <RequestedName request={request} /> · {request.ip}
              </>
            }
          />
        )}
      </Section>
      <Section name="sessions" rows={sessions.data} total={sessions.total}>
        {(session) => (
          <Row
            primary={<HolderLink {...session} />}
            secondary={
              <>
                {translate(messageKey(`panel.session.${session.endReason ?? 'open'}`))} ·{' '}
                {translate('panel.diagnosis.seen', { when: formatTime(session.lastSeenAt) })} · {session.ip}
              </>
            }
            action={<KickSessionButton record={session} />}
          />
        )}
      </Section>
    </>
  );
}

/** Returns the parameters of a request for the first rows of a list. */
function first(perPage: number, filter: object, field: string, order: 'ASC' | 'DESC' = 'DESC') {
  return { filter, sort: { field, order }, pagination: { page: 1, perPage } };
}

interface SectionProps<T> {
  name: 'bound' | 'trial' | 'blocks' | 'requests' | 'sessions';
  /** `undefined` while they are loaded. */
  rows: T[] | undefined;
  /** Total number of rows, if only the first rows are shown. */
  total?: number | undefined;
  action?: ReactNode;
  children: (row: T) => ReactNode;
}

function Section<T extends RaRecord>({ name, rows, total, action, children }: SectionProps<T>) {
  const translate = useTranslate();
  const id = `device-${name}`;
  const isPart = total !== undefined && rows !== undefined && total > rows.length;
  return (
    <Card component="section" aria-labelledby={id}>
      <CardContent sx={{ '&:last-child': { pb: 1 } }}>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center' }}>
          <Typography id={id} component="h2" variant="subtitle1" sx={{ flex: 1 }}>
            {translate(messageKey(`panel.devices.sections.${name}`))}
          </Typography>
          {action}
        </Box>
        {rows?.length === 0 && (
          <Typography variant="body2" sx={{ color: 'text.secondary', pb: 1 }}>
            {translate(messageKey(`panel.devices.none.${name}`))}
          </Typography>
        )}
        <List dense disablePadding sx={{ minHeight: rows ? undefined : 48 }}>
          {rows?.map((row) => (
            <Box key={row.id} component="li">
              {children(row)}
            </Box>
          ))}
        </List>
        {isPart && (
          <Typography variant="caption" sx={{ color: 'text.secondary' }}>
            {translate('panel.devices.latest', { count: rows.length, total })}
          </Typography>
        )}
      </CardContent>
    </Card>
  );
}

function Row({
  primary,
  secondary,
  action,
}: {
  primary: ReactNode;
  secondary: ReactNode;
  action?: ReactNode;
}) {
  return (
    <ListItem component="div" disableGutters sx={{ gap: 1 }}>
      <ListItemText primary={primary} secondary={secondary} sx={{ overflowWrap: 'anywhere' }} />
      {action}
    </ListItem>
  );
}
