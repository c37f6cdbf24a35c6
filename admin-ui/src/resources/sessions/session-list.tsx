import { DataTable, FunctionField, SimpleList, TopToolbar, useCanAccess, useListContext } from 'react-admin';
import { ChoiceFilter, FilterBar, SearchField, TextFilter } from '../../components/filters';
import { trimmed } from '../../components/values';
import type { Dto } from '../../api/types';
import { ActionsLabel } from '../../components/actions-label';
import { ApplicationList } from '../../components/application-list';
import { useFreshSelection } from '../../components/use-fresh-selection';
import { useIsPhone } from '../../components/use-is-phone';
import { HolderLink } from '../../holders/holder-link';
import { KickSessionButton } from '../../holders/kick-session-button';
import { SESSION_KIND_FILTER } from '../../holders/holder-filters';
import { SessionState } from '../../holders/session-state';
import { KickAllButton } from './kick-all-button';
import { KickSelectedButton } from './kick-selected-button';
import { AgoField, NextHeartbeatField } from './session-times';

type Session = Dto<'ClientSessionDto'>;

const OPEN_CHOICES = [
  { id: true, name: 'panel.session.is_open' },
  { id: false, name: 'panel.session.has_ended' },
];

const FILTERS = (
  <FilterBar
    search={<SearchField source="deviceId" label="panel.filter.device_whole" parse={trimmed} />}
    filters={[
      <ChoiceFilter key="open" source="open" label="panel.session.which" choices={OPEN_CHOICES} />,
      <TextFilter key="ip" source="ip" label="panel.filter.ip_is" parse={trimmed} />,
      SESSION_KIND_FILTER,
    ]}
  />
);

/** Interval in milliseconds at which the list is reloaded while its browser tab is visible. */
const REFRESH_MS = 10_000;

/** Lists open sessions by default; ended ones on request. */
export function SessionList() {
  return (
    <ApplicationList
      filters={FILTERS}
      filterDefaultValues={{ open: true }}
      sort={{ field: 'lastSeenAt', order: 'DESC' }}
      perPage={25}
      empty={false}
      storeKey={false}
      queryOptions={{ refetchInterval: REFRESH_MS }}
      actions={
        <TopToolbar>
          <KickAllButton />
        </TopToolbar>
      }
    >
      <Sessions />
    </ApplicationList>
  );
}

function Sessions() {
  const isPhone = useIsPhone();
  const { canAccess: mayKick } = useCanAccess({ resource: 'sessions', action: 'delete' });
  const { filterValues } = useListContext<Session>();
  const open = filterValues.open as boolean | undefined;
  useFreshSelection();
  if (isPhone) {
    return (
      <SimpleList<Session>
        primaryText={(session) => <HolderLink {...session} />}
        secondaryText={({ deviceId, ip }) => (
          <>
            {`${deviceId} · ${ip} · `}
            <AgoField source="lastSeenAt" />
          </>
        )}
        rightIcon={(session) => <KickSessionButton record={session} />}
        rowClick={false}
      />
    );
  }
  return (
    <DataTable<Session>
      bulkActionButtons={mayKick && <KickSelectedButton />}
      isRowSelectable={({ endedAt }) => endedAt === null}
      rowClick={false}
    >
      <DataTable.Col source="holderName" disableSort>
        <FunctionField<Session> render={(session) => <HolderLink {...session} />} />
      </DataTable.Col>
      <DataTable.Col source="deviceId" disableSort />
      <DataTable.Col source="ip" disableSort />
      <DataTable.Col source="createdAt" disableSort field={AgoField} />
      <DataTable.Col source="lastSeenAt" field={AgoField} />
      {/* With the filter for open or ended sessions, some columns would have the same value in every row. */}
      {open !== false && <DataTable.Col label="panel.session.next" disableSort field={NextHeartbeatField} />}
      {open !== true && <DataTable.Col source="endReason" disableSort field={SessionState} />}
      {open !== false && <DataTable.Col label={<ActionsLabel />} field={KickSessionButton} />}
    </DataTable>
  );
}
