import MoreHoriz from '@mui/icons-material/MoreHoriz';
import WbSunny from '@mui/icons-material/WbSunny';
import { IconButton, Menu, MenuItem, Tooltip } from '@mui/material';
import { type ReactNode, useState } from 'react';
import {
  EditButton,
  TopToolbar,
  useCanAccess,
  useDelete,
  useRecordContext,
  useRedirect,
  useResourceContext,
  useTranslate,
} from 'react-admin';
import { ActionButton } from '../components/action-button';
import { useActionToast } from '../components/use-action-toast';
import { useRecordAction } from '../components/use-record-action';
import { messageKey } from '../i18n/message-key';
import { AddTimeButton } from './add-time-button';
import { type EndingAction, EndingDialog } from './ending-dialog';
import { FreezeButton } from './freeze-button';
import { type Holder, nameOf } from './holder';
import { AddUsesDialog, SetUsesDialog } from './uses-dialogs';

/** Actions on the card or user of the page. */
export function HolderActions({ children }: { children?: ReactNode }) {
  return (
    <TopToolbar>
      <HolderActionButtons>{children}</HolderActionButtons>
    </TopToolbar>
  );
}

/** Actions on the card or user in context: the frequent ones as buttons, the others in a menu. */
export function HolderActionButtons({ children }: { children?: ReactNode }) {
  const record = useRecordContext<Holder>();
  if (!record) return null;
  return (
    <>
      {record.frozen ? <ActionButton action="unfreeze" icon={<WbSunny />} /> : <FreezeButton />}
      <AddTimeButton />
      {children}
      <EditButton />
      <MoreActions record={record} />
    </>
  );
}

type Dialog = EndingAction | 'add-uses' | 'set-uses';

function MoreActions({ record }: { record: Holder }) {
  const resource = useResourceContext()!;
  const translate = useTranslate();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [dialog, setDialog] = useState<Dialog | null>(null);
  const acts = {
    kick: useRecordAction('kick'),
    unbind: useRecordAction('unbind'),
    reset: useRecordAction('reset'),
    delete: useDeletion(record),
  };
  const { canAccess: mayCount } = useCanAccess({ resource, action: 'add-uses' });
  const isActivated = record.status === 'activated';
  const offered: [Dialog, boolean][] = [
    ['add-uses', record.uses !== null && mayCount === true],
    ['set-uses', record.uses !== null && mayCount === true],
    ['kick', isActivated && acts.kick !== undefined],
    ['unbind', isActivated && acts.unbind !== undefined],
    ['reset', isActivated && resource === 'cards' && acts.reset !== undefined],
    ['delete', acts.delete !== undefined],
  ];
  const items = offered.filter(([, isOffered]) => isOffered).map(([name]) => name);
  if (items.length === 0) return null;
  const close = () => setDialog(null);
  return (
    <>
      <Tooltip title={translate('panel.more')}>
        <IconButton
          size="small"
          color="primary"
          aria-label={translate('panel.more')}
          aria-haspopup="menu"
          onClick={({ currentTarget }) => setAnchor(currentTarget)}
        >
          <MoreHoriz />
        </IconButton>
      </Tooltip>
      <Menu open={anchor !== null} anchorEl={anchor} onClose={() => setAnchor(null)}>
        {items.map((name) => (
          <MenuItem
            key={name}
            sx={name === 'delete' ? { color: 'error.main' } : {}}
            onClick={() => {
              setAnchor(null);
              setDialog(name);
            }}
          >
            {translate(name === 'delete' ? 'ra.action.delete' : messageKey(`panel.action.${name}`))}
          </MenuItem>
        ))}
      </Menu>
      {dialog === 'add-uses' && <AddUsesDialog onClose={close} />}
      {dialog === 'set-uses' && <SetUsesDialog onClose={close} />}
      {dialog !== null && dialog !== 'add-uses' && dialog !== 'set-uses' && (
        <EndingDialog action={dialog} onClose={close} onConfirm={() => acts[dialog]!()} />
      )}
    </>
  );
}

/** Returns a function that deletes the record and shows the list; `undefined` without the right. */
function useDeletion(record: Holder): (() => Promise<void>) | undefined {
  const resource = useResourceContext()!;
  const { canAccess } = useCanAccess({ resource, action: 'delete' });
  const [remove] = useDelete();
  const redirect = useRedirect();
  const toast = useActionToast();
  const translate = useTranslate();
  if (!canAccess) return undefined;
  return async () => {
    await remove(resource, { id: record.id, previousData: record }, { returnPromise: true });
    toast(translate('panel.did.delete', { name: nameOf(record) }));
    redirect('list', resource);
  };
}
