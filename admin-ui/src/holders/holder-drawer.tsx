import Close from '@mui/icons-material/Close';
import { Button, Drawer, IconButton, Stack, Tooltip } from '@mui/material';
import { Link, RecordContextProvider, useGetOne, useResourceContext, useTranslate } from 'react-admin';
import { Diagnosis } from './diagnosis';
import { Facts } from '../components/facts';
import { type Holder, nameOf } from './holder';
import { HolderActionButtons } from './holder-actions';
import { HolderFacts } from './holder-facts';
import { HolderHeader } from './holder-header';
import { WATCH_MS } from './use-history';

interface HolderDrawerProps {
  /** Id of the card or user that is shown; `undefined` closes the drawer. */
  id: number | undefined;
  onClose: () => void;
}

/** A drawer beside a list. It shows a card or user of the list, and whether this card or user could log in. */
export function HolderDrawer({ id, onClose }: HolderDrawerProps) {
  const resource = useResourceContext()!;
  const translate = useTranslate();
  const { data: record } = useGetOne<Holder>(
    resource,
    { id: id! },
    { enabled: id !== undefined, refetchInterval: WATCH_MS },
  );
  return (
    <Drawer
      anchor="right"
      open={id !== undefined}
      onClose={onClose}
      slotProps={{
        paper: {
          role: 'dialog',
          'aria-label': record ? nameOf(record) : translate('panel.holder.card'),
          sx: { width: { xs: '100%', sm: 480 } },
        },
      }}
    >
      <Stack direction="row" sx={{ p: 1, alignItems: 'center', justifyContent: 'space-between' }}>
        {id === undefined ? (
          <span />
        ) : (
          <Button component={Link} to={`/${resource}/${id}/show`}>
            {translate('panel.drawer.open')}
          </Button>
        )}
        <Tooltip title={translate('ra.action.close')}>
          <IconButton aria-label={translate('ra.action.close')} onClick={onClose}>
            <Close />
          </IconButton>
        </Tooltip>
      </Stack>
      {record && id !== undefined && (
        <RecordContextProvider value={record}>
          <HolderHeader isNamed />
          <Diagnosis />
          <Stack direction="row" useFlexGap sx={{ px: 2, pt: 1, gap: 1, flexWrap: 'wrap' }}>
            <HolderActionButtons />
          </Stack>
          <Facts>
            <HolderFacts />
          </Facts>
        </RecordContextProvider>
      )}
    </Drawer>
  );
}
