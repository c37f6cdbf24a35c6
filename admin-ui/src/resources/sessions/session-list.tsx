import {
  DataTable,
  FilterButton,
  FunctionField,
  SelectInput,
  SimpleList,
  TextInput,
  TopToolbar,
  useCanAccess,
} from 'react-admin';
import type { Dto } from '../../api/types';
import { ApplicationList } from '../../components/application-list';
import { useIsPhone } from '../../components/use-is-phone';
import { useFormatTime } from '../../components/use-format-time';
import { HolderLink } from '../../holders/holder-link';
import { KickSessionButton } from '../../holders/kick-session-button';
import { SESSION_KIND_FILTER } from '../../holders/holder-filters';
import { SESSION_COLUMNS } from '../../holders/session-columns';
import { KickAllButton } from './kick-all-button';
import { KickSelectedButton } from './kick-selected-button';

type Session = Dto<'ClientSessionDto'>;

const OPEN_CHOICES = [
  { id: true, name: 'panel.session.is_open' },
  { id: false, name: 'panel.session.has_ended' },
];

const FILTERS = [
  <SelectInput key="open" source="open" label="panel.session.which" choices={OPEN_CHOICES} alwaysOn />,
  <TextInput key="deviceId" source="deviceId" label="panel.filter.device_is" alwaysOn />,
  <TextInput key="ip" source="ip" label="panel.filter.ip_is" />,
  SESSION_KIND_FILTER,
];

/** Lists open sessions by default; ended ones on request. */
export function SessionList() {
  return (
    <ApplicationList
      filters={FILTERS}
      filterDefaultValues={{ open: true }}
      sort={{ field: 'lastSeenAt', order: 'DESC' }}
      perPage={25}
      empty={false}
      actions={
        <TopToolbar>
          <FilterButton />
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
  const formatTime = useFormatTime();
  if (isPhone) {
    return (
      <SimpleList<Session>
        primaryText={(session) => <HolderLink {...session} />}
        secondaryText={({ deviceId, ip, lastSeenAt }) => `${deviceId} · ${ip} · ${formatTime(lastSeenAt)}`}
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
      {SESSION_COLUMNS}
    </DataTable>
  );
}
