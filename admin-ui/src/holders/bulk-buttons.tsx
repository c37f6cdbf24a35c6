import AcUnit from '@mui/icons-material/AcUnit';
import Delete from '@mui/icons-material/Delete';
import Exposure from '@mui/icons-material/Exposure';
import LinkOff from '@mui/icons-material/LinkOff';
import Logout from '@mui/icons-material/Logout';
import MoreTime from '@mui/icons-material/MoreTime';
import RestartAlt from '@mui/icons-material/RestartAlt';
import StickyNote2 from '@mui/icons-material/StickyNote2';
import WbSunny from '@mui/icons-material/WbSunny';
import { type ReactElement, useState } from 'react';
import { Button, useResourceContext } from 'react-admin';
import { messageKey } from '../i18n/message-key';
import { type BulkAction, BulkDialog } from './bulk-dialog';

const ACTIONS: [BulkAction, ReactElement][] = [
  ['freeze', <AcUnit key="freeze" />],
  ['unfreeze', <WbSunny key="unfreeze" />],
  ['add_time', <MoreTime key="add_time" />],
  ['add_uses', <Exposure key="add_uses" />],
  ['note', <StickyNote2 key="note" />],
  ['kick', <Logout key="kick" />],
  ['unbind', <LinkOff key="unbind" />],
  ['reset', <RestartAlt key="reset" />],
  ['delete', <Delete key="delete" />],
];
/** Actions that exist only for cards. Users can only be deleted one at a time, and the API cannot reset users. */
const OF_CARDS_ALONE: ReadonlySet<BulkAction> = new Set(['reset', 'delete']);

/** Actions on the selected cards or users. */
export function BulkButtons() {
  const resource = useResourceContext();
  const [action, setAction] = useState<BulkAction | null>(null);
  return (
    <>
      {ACTIONS.filter(([name]) => resource === 'cards' || !OF_CARDS_ALONE.has(name)).map(([name, icon]) => (
        <Button
          key={name}
          label={messageKey(`panel.bulk.${name}.button`)}
          color={name === 'delete' ? 'error' : 'primary'}
          onClick={() => setAction(name)}
        >
          {icon}
        </Button>
      ))}
      {action && <BulkDialog action={action} onClose={() => setAction(null)} />}
    </>
  );
}
