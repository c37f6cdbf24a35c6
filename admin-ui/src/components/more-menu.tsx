import MoreHoriz from '@mui/icons-material/MoreHoriz';
import { Divider, IconButton, ListItemIcon, Menu, MenuItem, Tooltip } from '@mui/material';
import { type ReactNode, useState } from 'react';
import { Link, useTranslate } from 'react-admin';

/** An entry of a menu of further actions. */
export interface MoreAction {
  /** The name or its translation key. */
  label: string;
  icon?: ReactNode;
  /** True for a dangerous action. It is red and comes last; its `onClick` opens a dialog that asks for confirmation. */
  isDanger?: boolean;
  onClick?: () => void;
  /** A page of the panel instead of an action. */
  to?: string;
  /** The address of a file instead of an action. */
  file?: string;
}

interface MoreMenuProps {
  /** Entries; `false` for entries that are currently not offered. */
  actions: readonly (MoreAction | false)[];
}

/** The secondary actions of a page or row, in a menu behind one button. Without actions there is no button. */
export function MoreMenu({ actions }: MoreMenuProps) {
  const translate = useTranslate();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const offered = actions.filter((action) => action !== false);
  if (offered.length === 0) return null;
  const harmless = offered.filter(({ isDanger }) => !isDanger);
  const dangers = offered.filter(({ isDanger }) => isDanger);
  const close = () => setAnchor(null);
  const entryOf = ({ label, icon, isDanger, onClick, ...target }: MoreAction) => (
    <MenuItem
      key={label}
      {...linkTo(target)}
      sx={isDanger ? { color: 'error.main', '& svg': { color: 'error.main' } } : {}}
      onClick={() => {
        close();
        onClick?.();
      }}
    >
      {icon && <ListItemIcon>{icon}</ListItemIcon>}
      {translate(label, { _: label })}
    </MenuItem>
  );
  return (
    <>
      <Tooltip title={translate('panel.more')}>
        <IconButton
          size="small"
          aria-label={translate('panel.more')}
          aria-haspopup="menu"
          onClick={({ currentTarget }) => setAnchor(currentTarget)}
          sx={{ border: 1, borderColor: 'strongLine' }}
        >
          <MoreHoriz fontSize="small" />
        </IconButton>
      </Tooltip>
      <Menu open={anchor !== null} anchorEl={anchor} onClose={close}>
        {harmless.map(entryOf)}
        {harmless.length > 0 && dangers.length > 0 && <Divider />}
        {dangers.map(entryOf)}
      </Menu>
    </>
  );
}

function linkTo({ to, file }: Pick<MoreAction, 'to' | 'file'>) {
  if (to !== undefined) return { component: Link, to };
  return file === undefined ? {} : { component: 'a', href: file, download: true };
}
