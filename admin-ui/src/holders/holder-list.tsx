import type { SxProps } from '@mui/material';
import { createContext, type ReactNode, useContext, useState } from 'react';
import { DataTable, useCanAccess, useRecordContext } from 'react-admin';
import { FloatingBulkToolbar } from '../components/floating-bulk-toolbar';
import { HoverCopy } from '../components/hover-copy';
import { LookButton } from '../components/look-button';
import { ShowLink } from '../components/show-link';
import { useIsPhone } from '../components/use-is-phone';
import { type Holder, nameOf } from './holder';
import { AfterDeletion } from './holder-actions';
import { HolderDrawer } from './holder-drawer';
import { HolderPhoneList } from './holder-phone-list';
import { PresenceProvider } from './presence';

interface HolderListProps {
  /** The action on `card-jobs` that a role must be allowed to perform to see the buttons for selected rows. */
  bulkAction: string;
  bulkButtons: ReactNode;
  /** The second line of a row on phones. */
  summary: ReactNode;
  /** Columns that are hidden by default. */
  hiddenColumns: string[];
  /** The columns of the table. */
  children: ReactNode;
}

/** Cards or users with their presence: as a table or, on phones, as a simple list. A click opens the drawer. */
export function HolderList({ bulkAction, bulkButtons, summary, hiddenColumns, children }: HolderListProps) {
  const isPhone = useIsPhone();
  const [opened, open] = useState<number>();
  const { canAccess } = useCanAccess({ resource: 'card-jobs', action: bulkAction });
  const mayChange = canAccess === true;
  const close = () => open(undefined);
  return (
    <PresenceProvider>
      {isPhone ? (
        <HolderPhoneList summary={summary} isSelectable={mayChange} onOpen={open} />
      ) : (
        <OpenDrawer.Provider value={open}>
          <DataTable
            hiddenColumns={hiddenColumns}
            rowClick={(id) => {
              open(Number(id));
              return false;
            }}
            bulkActionButtons={mayChange && <></>}
            bulkActionsToolbar={<></>}
          >
            {children}
          </DataTable>
        </OpenDrawer.Provider>
      )}
      {mayChange && <FloatingBulkToolbar>{bulkButtons}</FloatingBulkToolbar>}
      <AfterDeletion.Provider value={close}>
        <HolderDrawer id={opened} onClose={close} />
      </AfterDeletion.Provider>
    </PresenceProvider>
  );
}

const OpenDrawer = createContext<(id: number) => void>(() => undefined);

/** The key or name as a link to the page of the card or user, with buttons to open the drawer and to copy it. */
export function HolderName({ source, sx }: { source: string; sx?: SxProps }) {
  const record = useRecordContext<Holder>();
  const open = useContext(OpenDrawer);
  if (!record) return null;
  const name = nameOf(record);
  return (
    <HoverCopy text={name}>
      <ShowLink source={source} sx={sx} />
      <LookButton name={name} onClick={() => open(record.id)} />
    </HoverCopy>
  );
}
