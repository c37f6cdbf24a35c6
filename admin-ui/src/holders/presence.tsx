import Circle from '@mui/icons-material/Circle';
import { createContext, type ReactNode, useContext } from 'react';
import { useListContext, useRecordContext, useResourceContext, useTranslate } from 'react-admin';
import type { Dto } from '../api/types';
import { useRead } from '../api/use-read';
import { RelativeTime } from '../components/relative-time';
import type { Holder } from './holder';

type Presence = Dto<'PresenceDto'>;

const EVERY_MS = 15_000;
const Presences = createContext<ReadonlyMap<number, Presence>>(new Map());

/** Loads who is online among the rows of a list of cards or users. */
export function PresenceProvider({ children }: { children: ReactNode }) {
  const resource = useResourceContext();
  const { data: rows } = useListContext<Holder>();
  const ids = rows?.map(({ id }) => id).join(',');
  const { data } = useRead<Presence[]>(ids ? `/${resource}/presence?ids=${ids}` : undefined, EVERY_MS);
  const byId = new Map(data?.map((presence) => [presence.id, presence]));
  return <Presences value={byId}>{children}</Presences>;
}

function usePresence(): Presence | undefined {
  const record = useRecordContext<Holder>();
  const presences = useContext(Presences);
  return record && presences.get(record.id);
}

/** The numbers of bound and allowed devices, such as `1/2`. Lists pass `source` only for the column's label. */
export function DevicesUsedField(_: { source?: string }) {
  const record = useRecordContext<Holder>();
  const presence = usePresence();
  if (!record) return null;
  const most = record.maxDevices === 0 ? '∞' : record.maxDevices;
  return `${presence?.devices ?? '–'}/${most}`;
}

/**
 * A dot while a client is online, otherwise the time at which a client was last seen. Lists pass `source` only for the
 * column's label.
 */
export function LastSeenField(_: { source?: string }) {
  const presence = usePresence();
  const translate = useTranslate();
  if (!presence || presence.lastSeenAt === null) return '–';
  if (presence.online === 0) return <RelativeTime at={presence.lastSeenAt} />;
  return (
    <span style={{ whiteSpace: 'nowrap' }}>
      <Circle color="success" aria-hidden sx={{ fontSize: '0.6em', mr: 0.75, verticalAlign: 'middle' }} />
      {translate('panel.presence.online', { smart_count: presence.online })}
    </span>
  );
}
