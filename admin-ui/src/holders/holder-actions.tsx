import Delete from '@mui/icons-material/Delete';
import Edit from '@mui/icons-material/Edit';
import Exposure from '@mui/icons-material/Exposure';
import LinkOff from '@mui/icons-material/LinkOff';
import LockReset from '@mui/icons-material/LockReset';
import Logout from '@mui/icons-material/Logout';
import Pin from '@mui/icons-material/Pin';
import RestartAlt from '@mui/icons-material/RestartAlt';
import WbSunny from '@mui/icons-material/WbSunny';
import { createContext, type ReactElement, useContext, useState } from 'react';
import {
  TopToolbar,
  useCanAccess,
  useDelete,
  useRecordContext,
  useRedirect,
  useResourceContext,
  useTranslate,
} from 'react-admin';
import { ActionButton } from '../components/action-button';
import { MoreMenu } from '../components/more-menu';
import { useActionToast } from '../components/use-action-toast';
import { useRecordAction } from '../components/use-record-action';
import { messageKey } from '../i18n/message-key';
import { PasswordDialog } from '../resources/users/password-dialog';
import { AddTimeButton } from './add-time-button';
import { type EndingAction, EndingDialog } from './ending-dialog';
import { FreezeButton } from './freeze-button';
import { type Holder, nameOf } from './holder';
import { AddUsesDialog, SetUsesDialog } from './uses-dialogs';

/**
 * Called after the card or user was deleted; by default, the list opens. A list provides a function that only closes
 * its drawer, so that the list keeps its filters.
 */
export const AfterDeletion = createContext<(() => void) | undefined>(undefined);

/** Actions on the card or user of the page. */
export function HolderActions() {
  return (
    <TopToolbar>
      <HolderActionButtons />
    </TopToolbar>
  );
}

/** Actions on the card or user in context: the frequent ones as buttons, the others in a menu. */
export function HolderActionButtons() {
  const record = useRecordContext<Holder>();
  if (!record) return null;
  return (
    <>
      {record.frozen ? <ActionButton action="unfreeze" icon={<WbSunny />} /> : <FreezeButton />}
      <AddTimeButton />
      <MoreActions record={record} />
    </>
  );
}

type Dialog = EndingAction | 'add-uses' | 'set-uses' | 'password';

/** Actions that cannot be undone. */
const DANGERS: ReadonlySet<Dialog> = new Set(['reset', 'delete']);

const ICONS: Record<Dialog, ReactElement> = {
  password: <LockReset />,
  'add-uses': <Exposure />,
  'set-uses': <Pin />,
  kick: <Logout />,
  unbind: <LinkOff />,
  reset: <RestartAlt />,
  delete: <Delete />,
};

function MoreActions({ record }: { record: Holder }) {
  const resource = useResourceContext()!;
  const [dialog, setDialog] = useState<Dialog | null>(null);
  const acts = {
    kick: useRecordAction('kick'),
    unbind: useRecordAction('unbind'),
    reset: useRecordAction('reset'),
    delete: useDeletion(record),
  };
  const { canAccess: mayEdit } = useCanAccess({ resource, action: 'edit' });
  const { canAccess: mayCount } = useCanAccess({ resource, action: 'add-uses' });
  const { canAccess: maySetPassword } = useCanAccess({ resource, action: 'password' });
  const isActivated = record.status === 'activated';
  const offered: [Dialog, boolean][] = [
    ['password', resource === 'users' && maySetPassword === true],
    ['add-uses', record.uses !== null && mayCount === true],
    ['set-uses', record.uses !== null && mayCount === true],
    ['kick', isActivated && acts.kick !== undefined],
    ['unbind', isActivated && acts.unbind !== undefined],
    ['reset', isActivated && resource === 'cards' && acts.reset !== undefined],
    ['delete', acts.delete !== undefined],
  ];
  const close = () => setDialog(null);
  return (
    <>
      <MoreMenu
        actions={[
          mayEdit === true && { label: 'ra.action.edit', icon: <Edit />, to: `/${resource}/${record.id}` },
          ...offered.map(
            ([name, isOffered]) =>
              isOffered && {
                label: name === 'delete' ? 'ra.action.delete' : messageKey(`panel.action.${name}`),
                icon: ICONS[name],
                isDanger: DANGERS.has(name),
                onClick: () => setDialog(name),
              },
          ),
        ]}
      />
      {dialog === 'password' && <PasswordDialog onClose={close} />}
      {dialog === 'add-uses' && <AddUsesDialog onClose={close} />}
      {dialog === 'set-uses' && <SetUsesDialog onClose={close} />}
      {isEnding(dialog) && <EndingDialog action={dialog} onClose={close} onConfirm={() => acts[dialog]!()} />}
    </>
  );
}

function isEnding(dialog: Dialog | null): dialog is EndingAction {
  return dialog === 'kick' || dialog === 'unbind' || dialog === 'reset' || dialog === 'delete';
}

/** Returns a function that deletes the record and closes its page or drawer; `undefined` without permission. */
function useDeletion(record: Holder): (() => Promise<void>) | undefined {
  const resource = useResourceContext()!;
  const { canAccess } = useCanAccess({ resource, action: 'delete' });
  const [remove] = useDelete();
  const redirect = useRedirect();
  const afterDeletion = useContext(AfterDeletion);
  const toast = useActionToast();
  const translate = useTranslate();
  if (!canAccess) return undefined;
  return async () => {
    await remove(resource, { id: record.id, previousData: record }, { returnPromise: true });
    toast(translate('panel.did.delete', { name: nameOf(record) }));
    if (afterDeletion) afterDeletion();
    else redirect('list', resource);
  };
}
