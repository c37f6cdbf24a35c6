import { FormControlLabel, Switch } from '@mui/material';
import {
  CreateButton,
  DataTable,
  DateField,
  List,
  SelectField,
  TextField,
  TopToolbar,
  usePermissions,
  useStore,
  useTranslate,
} from 'react-admin';
import { ChoiceFilter, FilterBar, SearchField } from '../../components/filters';
import { BLOCK_KINDS } from '../../api/choices';
import { ApplicationList } from '../../components/application-list';
import { RecordLink, RecordTable } from '../../components/record-table';
import { BlockedApplicationField } from './blocked-application-field';

const ACTIVE_CHOICES = [
  { id: true, name: 'panel.blocks.active' },
  { id: false, name: 'panel.blocks.ended' },
];

const FILTERS = (
  <FilterBar
    search={<SearchField source="pattern" label="panel.filter.pattern_begins" />}
    filters={[
      <ChoiceFilter key="kind" source="kind" choices={BLOCK_KINDS} />,
      <ChoiceFilter key="active" source="active" label="panel.filter.state" choices={ACTIVE_CHOICES} />,
    ]}
  />
);

/** Blocks of the selected application. Owners also see the blocks that apply to all applications. */
export function BlockList() {
  const { permissions: role } = usePermissions<string>();
  const [onlyChosen] = useOnlyChosen();
  if (role !== 'owner') {
    return (
      <ApplicationList filters={FILTERS}>
        <Blocks />
      </ApplicationList>
    );
  }
  const AnyList = onlyChosen ? ApplicationList : List;
  return (
    <AnyList
      filters={FILTERS}
      actions={<OwnerActions />}
      sort={{ field: 'id', order: 'DESC' }}
      exporter={false}
      empty={false}
    >
      <Blocks />
    </AnyList>
  );
}

function useOnlyChosen() {
  return useStore('blocks.onlyChosen', false);
}

function OwnerActions() {
  const [onlyChosen, setOnlyChosen] = useOnlyChosen();
  const translate = useTranslate();
  return (
    <TopToolbar>
      <FormControlLabel
        control={
          <Switch
            size="small"
            checked={onlyChosen}
            onChange={({ target }) => setOnlyChosen(target.checked)}
          />
        }
        label={translate('panel.blocks.only_chosen')}
        slotProps={{ typography: { variant: 'body2' } }}
      />
      <CreateButton />
    </TopToolbar>
  );
}

function Blocks() {
  return (
    <RecordTable>
      <DataTable.Col source="pattern" field={RecordLink} />
      <DataTable.Col source="kind">
        <SelectField source="kind" choices={BLOCK_KINDS} />
      </DataTable.Col>
      <DataTable.Col source="applicationId" disableSort field={BlockedApplicationField} />
      <DataTable.Col source="reason" disableSort field={TextField} />
      <DataTable.Col source="expiresAt">
        <DateField source="expiresAt" emptyText="panel.no_end" />
      </DataTable.Col>
      <DataTable.Col source="createdAt" field={DateField} />
    </RecordTable>
  );
}
