import {
  DataTable,
  DateField,
  Pagination,
  ReferenceField,
  useCanAccess,
  useRecordContext,
} from 'react-admin';
import { ChoiceFilter, FilterBar, SearchField, TextFilter } from '../../components/filters';
import { useState } from 'react';
import type { Card } from '../../api/types';
import { ApplicationList } from '../../components/application-list';
import { FloatingBulkToolbar } from '../../components/floating-bulk-toolbar';
import { HoverCopy } from '../../components/hover-copy';
import { LookButton } from '../../components/look-button';
import { ShowLink } from '../../components/show-link';
import { StateChip } from '../../components/state-chip';
import { useIsPhone } from '../../components/use-is-phone';
import { trimmed } from '../../components/values';
import { HOLDER_FILTERS } from '../../holders/holder-filters';
import { HolderDrawer } from '../../holders/holder-drawer';
import { HolderPhoneList } from '../../holders/holder-phone-list';
import { DevicesUsedField, LastSeenField, PresenceProvider } from '../../holders/presence';
import { RemainingField } from '../../holders/remaining-field';
import { DurationField, ExpiryField, UsesField } from '../../holders/terms-fields';
import { CardBulkButtons } from './card-bulk-buttons';
import { CardListActions } from './card-list-actions';
import { CardListTabs } from './card-list-tabs';
import { shownByTab } from './card-tabs';

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
    hiddenOf={shownByTab}
  />
);

export function CardList() {
  return (
    <ApplicationList
      filters={FILTERS}
      actions={<CardListActions />}
      perPage={25}
      pagination={<Pagination rowsPerPageOptions={[10, 25, 50, 100, 500]} />}
      empty={false}
      // Filters live in the address alone: the menu leads to the whole list.
      storeKey={false}
    >
      <CardListTabs />
      <Cards />
    </ApplicationList>
  );
}

function Cards() {
  const isPhone = useIsPhone();
  const [opened, open] = useState<number>();
  const { canAccess: mayChange } = useCanAccess({ resource: 'card-jobs', action: 'bulk' });
  return (
    <PresenceProvider>
      {isPhone ? (
        <HolderPhoneList summary={<CardSummary />} isSelectable={mayChange === true} onOpen={open} />
      ) : (
        <CardTable mayChange={mayChange === true} onOpen={open} />
      )}
      {mayChange && (
        <FloatingBulkToolbar>
          <CardBulkButtons />
        </FloatingBulkToolbar>
      )}
      <HolderDrawer id={opened} onClose={() => open(undefined)} />
    </PresenceProvider>
  );
}

interface CardTableProps {
  mayChange: boolean;
  onOpen: (id: number) => void;
}

function CardTable({ mayChange, onOpen }: CardTableProps) {
  return (
    <DataTable
      hiddenColumns={[
        'id',
        'durationAmount',
        'activatedAt',
        'expiresAt',
        'uses',
        'issuedAt',
        'createdAt',
        'note',
      ]}
      rowClick={(id) => {
        onOpen(Number(id));
        return false;
      }}
      bulkActionButtons={mayChange && <></>}
      bulkActionsToolbar={<></>}
    >
      <DataTable.Col source="id" />
      <DataTable.Col source="card">
        <CardKey onLook={onOpen} />
      </DataTable.Col>
      <DataTable.Col source="state" disableSort>
        <StateChip />
      </DataTable.Col>
      <DataTable.Col source="cardTypeId" disableSort>
        <ReferenceField source="cardTypeId" reference="card-types" link={false} />
      </DataTable.Col>
      <DataTable.Col source="remaining" disableSort>
        <RemainingField />
      </DataTable.Col>
      <DataTable.Col source="devices" disableSort>
        <DevicesUsedField />
      </DataTable.Col>
      <DataTable.Col source="lastSeenAt" disableSort>
        <LastSeenField />
      </DataTable.Col>
      <DataTable.Col source="durationAmount" disableSort>
        <DurationField />
      </DataTable.Col>
      <DataTable.Col source="activatedAt">
        <DateField source="activatedAt" showTime />
      </DataTable.Col>
      <DataTable.Col source="expiresAt">
        <ExpiryField />
      </DataTable.Col>
      <DataTable.Col source="uses" disableSort>
        <UsesField />
      </DataTable.Col>
      <DataTable.Col source="issuedAt" disableSort>
        <DateField source="issuedAt" showTime />
      </DataTable.Col>
      <DataTable.Col source="createdAt" disableSort>
        <DateField source="createdAt" showTime />
      </DataTable.Col>
      <DataTable.Col source="batch" disableSort />
      <DataTable.Col source="note" disableSort />
    </DataTable>
  );
}

/** The key, which leads to the card's page, with buttons that open the drawer and copy the key. */
function CardKey({ onLook }: { source?: string; onLook: (id: number) => void }) {
  const record = useRecordContext<Card>();
  return (
    record && (
      <HoverCopy text={record.card}>
        <ShowLink source="card" sx={{ fontFamily: 'monospace' }} />
        <LookButton name={record.card} onClick={() => onLook(record.id)} />
      </HoverCopy>
    )
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
