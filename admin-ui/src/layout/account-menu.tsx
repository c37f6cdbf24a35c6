import ManageAccounts from '@mui/icons-material/ManageAccounts';
import { Avatar, Box, ListItemIcon, ListItemText, MenuItem } from '@mui/material';
import { Logout, useGetIdentity, useLogout, UserMenu, useTranslate, useUserMenu } from 'react-admin';
import { useNavigate } from 'react-router-dom';
import { useNotifyError } from '../components/use-notify-error';
import { initialOf, SHOWS_INITIAL } from './initial';
import { LanguageButton, ThemeButton } from './preference-buttons';

/** The account's menu, and the buttons for language and theme. */
export function AccountMenu() {
  const translate = useTranslate();
  const { identity } = useGetIdentity();
  const name = identity?.fullName ?? '';
  return (
    <Box sx={ROW}>
      <UserMenu label={`${translate('ra.auth.user_menu')}: ${name}`} icon={<Initial name={name} />}>
        <AccountItem />
        <SignOutItem />
      </UserMenu>
      <LanguageButton />
      <ThemeButton />
    </Box>
  );
}

function Initial({ name }: { name: string }) {
  return (
    // An avatar without text would show a default picture.
    <Avatar aria-hidden data-initial={initialOf(name)} sx={AVATAR}>
      {' '}
    </Avatar>
  );
}

function AccountItem() {
  const translate = useTranslate();
  const navigate = useNavigate();
  const menu = useUserMenu();
  const open = () => {
    menu?.onClose();
    void navigate('/account');
  };
  return (
    <MenuItem onClick={open}>
      <ListItemIcon>
        <ManageAccounts />
      </ListItemIcon>
      <ListItemText>{translate('panel.account.title')}</ListItemText>
    </MenuItem>
  );
}

/** If signing out fails, the page stays open and shows the error. */
function SignOutItem() {
  const logout = useLogout();
  const notifyError = useNotifyError();
  const menu = useUserMenu();
  const signOut = () => {
    menu?.onClose();
    logout(null, undefined, false).catch(notifyError);
  };
  return <Logout onClick={signOut} />;
}

const ROW = {
  display: 'flex',
  alignItems: 'center',
  '& > .RaUserMenu-root, & > div:first-of-type': { flex: 1, minWidth: 0 },
  '& .RaUserMenu-userButton': {
    ml: 0,
    px: 1,
    width: '100%',
    justifyContent: 'flex-start',
    display: 'flex',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
  },
};

const AVATAR = {
  ...SHOWS_INITIAL,
  width: 24,
  height: 24,
  fontSize: '0.75rem',
  fontWeight: 600,
  bgcolor: 'action.selected',
  color: 'text.primary',
};
