import AcUnit from '@mui/icons-material/AcUnit';
import Delete from '@mui/icons-material/Delete';
import Exposure from '@mui/icons-material/Exposure';
import MoreTime from '@mui/icons-material/MoreTime';
import RestartAlt from '@mui/icons-material/RestartAlt';
import StickyNote2 from '@mui/icons-material/StickyNote2';
import WbSunny from '@mui/icons-material/WbSunny';
import { type ReactElement, useState } from 'react';
import { Button } from 'react-admin';
import { messageKey } from '../../i18n/message-key';
import { type BulkAction, CardBulkDialog } from './card-bulk-dialog';
import { CopySelectedButton } from './copy-selected-button';

const ACTIONS: [BulkAction, ReactElement][] = [
  ['freeze', <AcUnit key="freeze" />],
  ['unfreeze', <WbSunny key="unfreeze" />],
  ['add_time', <MoreTime key="add_time" />],
  ['add_uses', <Exposure key="add_uses" />],
  ['note', <StickyNote2 key="note" />],
  ['reset', <RestartAlt key="reset" />],
  ['delete', <Delete key="delete" />],
];

/** Bulk actions on cards. */
export function CardBulkButtons() {
  const [action, setAction] = useState<BulkAction | null>(null);
  return (
    <>
      <CopySelectedButton />
      {ACTIONS.map(([name, icon]) => (
        <Button
          key={name}
          label={messageKey(`panel.bulk.${name}.button`)}
          color={name === 'delete' ? 'error' : 'primary'}
          onClick={() => setAction(name)}
        >
          {icon}
        </Button>
      ))}
      {action && <CardBulkDialog action={action} onClose={() => setAction(null)} />}
    </>
  );
}
