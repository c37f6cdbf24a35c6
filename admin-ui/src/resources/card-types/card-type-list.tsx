import { DataTable, TextField, useCanAccess } from 'react-admin';
import { FilterBar, SearchField } from '../../components/filters';
import { ApplicationList } from '../../components/application-list';
import { RecordLink } from '../../components/record-table';
import { DurationField, FeaturesField, LimitField, UsesField } from '../../holders/terms-fields';

const FILTERS = <FilterBar search={<SearchField source="name" label="panel.filter.name_begins" />} />;

const NO_WRAP = () => ({ whiteSpace: 'nowrap' });

export function CardTypeList() {
  const { canAccess: mayEdit = false } = useCanAccess({ resource: 'card-types', action: 'edit' });
  return (
    <ApplicationList filters={FILTERS} sort={{ field: 'name', order: 'ASC' }} perPage={25}>
      <DataTable bulkActionButtons={false} rowClick={mayEdit && 'edit'}>
        <DataTable.Col source="name">
          {mayEdit ? <RecordLink source="name" /> : <TextField source="name" />}
        </DataTable.Col>
        <DataTable.Col source="durationAmount" disableSort field={DurationField} />
        <DataTable.Col source="maxSessions" disableSort field={LimitField} />
        <DataTable.Col source="maxDevices" disableSort field={LimitField} />
        <DataTable.Col source="unbindLimit" disableSort field={LimitField} />
        <DataTable.Col source="uses" disableSort field={UsesField} />
        <DataTable.NumberCol source="offlineHours" disableSort />
        <DataTable.Col source="keyMask" disableSort cellSx={NO_WRAP} />
        <DataTable.Col source="priceNote" disableSort />
        <DataTable.Col source="features" disableSort field={FeaturesField} />
      </DataTable>
    </ApplicationList>
  );
}
