import { ColumnsButton, DataTable, DateField, Pagination, ReferenceField, TopToolbar } from 'react-admin';
import { ChoiceFilter, FilterBar, SearchField, TextFilter } from '../../components/filters';
import { ApplicationList } from '../../components/application-list';
import { StateChip } from '../../components/state-chip';
import { useIsPhone } from '../../components/use-is-phone';
import { trimmed } from '../../components/values';
import { BulkButtons } from '../../holders/bulk-buttons';
import { HOLDER_FILTERS } from '../../holders/holder-filters';
import { HolderList, HolderName } from '../../holders/holder-list';
import { DevicesUsedField, LastSeenField } from '../../holders/presence';
import { RemainingField } from '../../holders/remaining-field';
import { DurationField, ExpiryField, UsesField } from '../../holders/terms-fields';
import { CardListMenu } from './card-list-menu';
import { CardListTabs } from './card-list-tabs';
import { shownByTab } from './card-tabs';
import { CopySelectedButton } from './copy-selected-button';
import { GenerateButton } from './make-cards-buttons';

const ISSUED_CHOICES = [
  { id: true, name: 'panel.cards.is_issued' },
  { id: false, name: 'panel.cards.is_available' },
];

const FILTERS = (
  <FilterBar
    search={<SearchField source="card" label="panel.filter.card_begins" parse={trimmed} />}
    filters={[
      ...HOLDER_FILTERS,
      <TextFilter key="batch" source="batch" label="panel.filter.batch_is" parse={trimmed} />,
      <ChoiceFilter key="issued" source="issued" label="panel.cards.issued" choices={ISSUED_CHOICES} />,
    ]}
    hiddenOf={(filter) => shownByTab(filter, Date.now())}
  />
);

const HIDDEN_COLUMNS = [
  'id',
  'durationAmount',
  'activatedAt',
  'expiresAt',
  'uses',
  'issuedAt',
  'createdAt',
  'note',
];

export function CardList() {
  const isPhone = useIsPhone();
  return (
    <ApplicationList
      filters={FILTERS}
      actions={
        <TopToolbar>
          {!isPhone && <ColumnsButton />}
          <GenerateButton />
          <CardListMenu />
        </TopToolbar>
      }
      perPage={25}
      pagination={<Pagination rowsPerPageOptions={[10, 25, 50, 100, 500]} />}
      empty={false}
      storeKey={false}
    >
      <CardListTabs />
      <Cards />
    </ApplicationList>
  );
}

function Cards() {
  return (
    <HolderList
      bulkAction="bulk"
      bulkButtons={
        <>
          <CopySelectedButton />
          <BulkButtons />
        </>
      }
      summary={<CardSummary />}
      hiddenColumns={HIDDEN_COLUMNS}
    >
      <DataTable.Col source="id" />
      <DataTable.Col source="card">
        <HolderName source="card" sx={{ fontFamily: 'monospace' }} />
      </DataTable.Col>
      <DataTable.Col source="state" disableSort field={StateChip} />
      <DataTable.Col source="cardTypeId" disableSort>
        <ReferenceField source="cardTypeId" reference="card-types" link={false} />
      </DataTable.Col>
      <DataTable.Col source="remaining" disableSort field={RemainingField} />
      <DataTable.Col source="devices" disableSort field={DevicesUsedField} />
      <DataTable.Col source="lastSeenAt" disableSort field={LastSeenField} />
      <DataTable.Col source="durationAmount" disableSort field={DurationField} />
      <DataTable.Col source="activatedAt" field={DateField} />
      <DataTable.Col source="expiresAt" field={ExpiryField} />
      <DataTable.Col source="uses" disableSort field={UsesField} />
      <DataTable.Col source="issuedAt" disableSort field={DateField} />
      <DataTable.Col source="createdAt" disableSort field={DateField} />
      <DataTable.Col source="batch" disableSort />
      <DataTable.Col source="note" disableSort />
    </HolderList>
  );
}

/** A short form for phones. */
function CardSummary() {
  return (
    <>
      <ReferenceField source="cardTypeId" reference="card-types" link={false} /> · <RemainingField /> ·{' '}
      <LastSeenField />
    </>
  );
}
