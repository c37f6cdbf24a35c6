import { DataTable, DateField, FunctionField, SimpleList } from 'react-admin';
import { ChoiceFilter, FilterBar, SearchField, TextFilter } from '../../components/filters';
import { trimmed } from '../../components/values';
import type { Dto } from '../../api/types';
import { ActionsLabel } from '../../components/actions-label';
import { ApplicationList } from '../../components/application-list';
import { DeviceLink } from '../../components/device-link';
import { useIsPhone } from '../../components/use-is-phone';
import { useFormatTime } from '../../components/use-format-time';
import { BlockDeviceButton, GrantAgainButton } from './trial-buttons';

type Trial = Dto<'TrialDto'>;

const RUNNING_CHOICES = [
  { id: true, name: 'panel.trials.is_running' },
  { id: false, name: 'panel.trials.is_over' },
];
const CONVERTED_CHOICES = [
  { id: true, name: 'panel.trials.is_converted' },
  { id: false, name: 'panel.trials.is_not_converted' },
];

const FILTERS = (
  <FilterBar
    search={<SearchField source="deviceId" label="panel.filter.device_begins" parse={trimmed} />}
    filters={[
      <ChoiceFilter key="running" source="running" label="panel.filter.state" choices={RUNNING_CHOICES} />,
      <ChoiceFilter
        key="converted"
        source="converted"
        label="panel.trials.converted"
        choices={CONVERTED_CHOICES}
      />,
      <TextFilter key="ip" source="ip" label="panel.filter.ip_is" parse={trimmed} />,
    ]}
  />
);

/** The latest trial of each device. */
export function TrialList() {
  return (
    <ApplicationList filters={FILTERS} perPage={25} empty={false} storeKey={false} actions={false}>
      <Trials />
    </ApplicationList>
  );
}

function Trials() {
  const isPhone = useIsPhone();
  const formatTime = useFormatTime();
  if (isPhone) {
    return (
      <SimpleList<Trial>
        primaryText={({ deviceId }) => deviceId}
        secondaryText={({ startedAt, expiresAt }) => `${formatTime(startedAt)} – ${formatTime(expiresAt)}`}
        rightIcon={(trial) => <GrantAgainButton record={trial} />}
        rowClick={false}
      />
    );
  }
  return (
    <DataTable bulkActionButtons={false} rowClick={false}>
      <DataTable.Col source="deviceId" disableSort>
        <FunctionField<Trial> render={({ deviceId }) => <DeviceLink deviceId={deviceId} />} />
      </DataTable.Col>
      <DataTable.Col source="ip" disableSort />
      <DataTable.Col source="startedAt" disableSort field={DateField} />
      <DataTable.Col source="expiresAt" field={DateField} />
      <DataTable.NumberCol source="count" disableSort />
      <DataTable.Col source="convertedAt" disableSort>
        <DateField source="convertedAt" emptyText="–" />
      </DataTable.Col>
      <DataTable.Col label={<ActionsLabel />}>
        <GrantAgainButton />
        <BlockDeviceButton />
      </DataTable.Col>
    </DataTable>
  );
}
