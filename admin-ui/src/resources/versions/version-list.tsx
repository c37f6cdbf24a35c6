import { DataTable, TextField, UrlField } from 'react-admin';
import { ChoiceFilter, FilterBar, SearchField, TextFilter } from '../../components/filters';
import { trimmed } from '../../components/values';
import { ActionsLabel } from '../../components/actions-label';
import { ApplicationList } from '../../components/application-list';
import { RecordLink, RecordTable } from '../../components/record-table';
import { stopPropagation } from '../../components/stop-propagation';
import { TimeField } from '../../components/time-field';
import { PublishButton } from './publish-button';
import { ReleaseChip } from './release-chip';

const RELEASED_CHOICES = [
  { id: true, name: 'panel.versions.released' },
  { id: false, name: 'panel.versions.draft' },
];

const FILTERS = (
  <FilterBar
    search={<SearchField source="version" label="panel.filter.version_begins" />}
    filters={[
      <TextFilter key="channel" source="channel" parse={trimmed} />,
      <ChoiceFilter
        key="released"
        source="released"
        label="panel.versions.state"
        choices={RELEASED_CHOICES}
      />,
    ]}
  />
);

export function VersionList() {
  return (
    <ApplicationList filters={FILTERS}>
      <RecordTable>
        <DataTable.Col source="version" disableSort field={RecordLink} />
        <DataTable.Col source="channel" field={TextField} />
        <DataTable.Col source="released" label="panel.versions.state" disableSort field={ReleaseChip} />
        <DataTable.Col source="url" disableSort>
          <UrlField source="url" target="_blank" rel="noreferrer" onClick={stopPropagation} />
        </DataTable.Col>
        <DataTable.Col source="createdAt" field={TimeField} />
        <DataTable.Col label={<ActionsLabel />} field={PublishButton} />
      </RecordTable>
    </ApplicationList>
  );
}
