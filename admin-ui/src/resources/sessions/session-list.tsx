import { type Theme, useMediaQuery } from '@mui/material';
import {
  DataTable,
  DateField,
  FilterButton,
  FunctionField,
  SelectInput,
  SimpleList,
  TextInput,
  TopToolbar,
  useCanAccess,
} from 'react-admin';
import type { Dto } from '../../api/types';
import { ActionsLabel } from '../../components/actions-label';
import { ApplicationList } from '../../components/application-list';
import { useTimeWords } from '../../components/use-time-words';
import { HolderLink } from '../../holders/holder-link';
import { KickSessionButton } from '../../holders/kick-session-button';
import { HOLDER_KINDS } from '../../holders/holder-kinds';
import { SessionState } from '../../holders/session-state';
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
  <SelectInput
    key="holderKind"
    source="holderKind"
    label="panel.filter.holder_kind"
    choices={HOLDER_KINDS}
  />,
];

/** Who is online, unless those who were are asked for. */
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
  const isPhone = useMediaQuery<Theme>((theme) => theme.breakpoints.down('sm'));
  const { canAccess: mayKick } = useCanAccess({ resource: 'sessions', action: 'delete' });
  const timeOf = useTimeWords();
  if (isPhone) {
    return (
      <SimpleList<Session>
        primaryText={(session) => <HolderLink {...session} />}
        secondaryText={({ deviceId, ip, lastSeenAt }) => `${deviceId} · ${ip} · ${timeOf(lastSeenAt)}`}
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
      <DataTable.Col source="createdAt" disableSort>
        <DateField source="createdAt" showTime />
      </DataTable.Col>
      <DataTable.Col source="lastSeenAt">
        <DateField source="lastSeenAt" showTime />
      </DataTable.Col>
      <DataTable.Col source="endReason" disableSort>
        <SessionState />
      </DataTable.Col>
      <DataTable.Col label={<ActionsLabel />}>
        <KickSessionButton />
      </DataTable.Col>
    </DataTable>
  );
}
