import Refresh from '@mui/icons-material/Refresh';
import { Button, ListBase, type ListBaseProps, useListContext } from 'react-admin';

/**
 * A list in a tab of a record's page, latest first. The URL belongs to the record, so it does not contain the list's
 * filters, order and page number.
 */
export function TabList(props: ListBaseProps) {
  return (
    <ListBase
      sort={{ field: 'id', order: 'DESC' }}
      perPage={25}
      exporter={false}
      storeKey={false}
      disableSyncWithLocation
      disableAuthentication
      {...props}
    />
  );
}

/** Reads the list again, and nothing else of the page. */
export function RefreshListButton() {
  const { refetch } = useListContext();
  return (
    <Button label="ra.action.refresh" onClick={() => void refetch()}>
      <Refresh />
    </Button>
  );
}
