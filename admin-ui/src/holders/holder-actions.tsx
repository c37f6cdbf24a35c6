import LinkOff from '@mui/icons-material/LinkOff';
import Logout from '@mui/icons-material/Logout';
import RestartAlt from '@mui/icons-material/RestartAlt';
import WbSunny from '@mui/icons-material/WbSunny';
import type { ReactNode } from 'react';
import { DeleteButton, EditButton, TopToolbar, useRecordContext, useResourceContext } from 'react-admin';
import { ActionButton } from '../components/action-button';
import { AddTimeButton } from './add-time-button';
import { FreezeButton } from './freeze-button';
import type { Holder } from './holder';
import { UsesButtons } from './uses-buttons';

/** Actions on the card or user of the page. */
export function HolderActions({ children }: { children?: ReactNode }) {
  const record = useRecordContext<Holder>();
  const resource = useResourceContext();
  if (!record) return null;
  const isActivated = record.status === 'activated';
  return (
    <TopToolbar sx={{ flexWrap: 'wrap', minHeight: { sm: 40 } }}>
      {record.frozen ? <ActionButton action="unfreeze" icon={<WbSunny />} /> : <FreezeButton />}
      <AddTimeButton />
      <UsesButtons />
      {isActivated && <ActionButton action="kick" icon={<Logout />} />}
      {isActivated && <ActionButton action="unbind" icon={<LinkOff />} confirm />}
      {isActivated && resource === 'cards' && <ActionButton action="reset" icon={<RestartAlt />} confirm />}
      {children}
      <EditButton />
      <DeleteButton mutationMode="pessimistic" />
    </TopToolbar>
  );
}
