import Brightness6 from '@mui/icons-material/Brightness6';
import ManageAccounts from '@mui/icons-material/ManageAccounts';
import Translate from '@mui/icons-material/Translate';
import { Avatar, Box, IconButton, ListItemIcon, ListItemText, MenuItem, Tooltip } from '@mui/material';
import type { ReactElement } from 'react';
import {
  Logout,
  useGetIdentity,
  UserMenu,
  useLocales,
  useLocaleState,
  useTheme,
  useTranslate,
  useUserMenu,
} from 'react-admin';
import { useNavigate } from 'react-router-dom';
import { initialOf, SHOWS_INITIAL } from './initial';

/** The account's menu, and the buttons for language and theme. */
export function AccountMenu() {
  const translate = useTranslate();
  const { identity } = useGetIdentity();
  const name = identity?.fullName ?? '';
  return (
    <Box sx={ROW}>
      <UserMenu label={`${translate('ra.auth.user_menu')}: ${name}`} icon={<Initial name={name} />}>
        <AccountItem />
        <Logout />
      </UserMenu>
      <LanguageButton />
      <ThemeButton />
    </Box>
  );
}

function Initial({ name }: { name: string }) {
  return (
    // An avatar without text would show a picture of its own.
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

/** Switches to the other language. */
export function LanguageButton() {
  const [locale, setLocale] = useLocaleState();
  const other = useLocales().find((known) => known.locale !== locale);
  if (!other) return null;
  return <Switch label={other.name} icon={<Translate />} onClick={() => setLocale(other.locale)} />;
}

/** Switches between the light and the dark theme. */
export function ThemeButton() {
  const translate = useTranslate();
  const [theme, setTheme] = useTheme();
  return (
    <Switch
      label={translate('ra.action.toggle_theme')}
      icon={<Brightness6 />}
      onClick={() => setTheme(theme === 'dark' ? 'light' : 'dark')}
    />
  );
}

function Switch({ label, icon, onClick }: { label: string; icon: ReactElement; onClick: () => void }) {
  return (
    <Tooltip title={label}>
      <IconButton
        aria-label={label}
        onClick={onClick}
        sx={{ width: 32, height: 32, '& svg': { fontSize: 18 } }}
      >
        {icon}
      </IconButton>
    </Tooltip>
  );
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
