import Brightness6 from '@mui/icons-material/Brightness6';
import ManageAccounts from '@mui/icons-material/ManageAccounts';
import Translate from '@mui/icons-material/Translate';
import { ListItemIcon, ListItemText, MenuItem } from '@mui/material';
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

export function PanelUserMenu({ isPhone }: { isPhone: boolean }) {
  const translate = useTranslate();
  const { identity } = useGetIdentity();
  return (
    <UserMenu label={`${translate('ra.auth.user_menu')}: ${identity?.fullName ?? ''}`}>
      <AccountItem />
      {isPhone && <LanguageItem />}
      {isPhone && <ThemeItem />}
      <Logout />
    </UserMenu>
  );
}

function AccountItem() {
  const translate = useTranslate();
  const navigate = useNavigate();
  return (
    <Item
      icon={<ManageAccounts fontSize="small" />}
      text={translate('panel.account.title')}
      onClick={() => void navigate('/account')}
    />
  );
}

/** Switches to the other language. */
function LanguageItem() {
  const [locale, setLocale] = useLocaleState();
  const other = useLocales().find((known) => known.locale !== locale);
  if (!other) return null;
  return (
    <Item icon={<Translate fontSize="small" />} text={other.name} onClick={() => setLocale(other.locale)} />
  );
}

function ThemeItem() {
  const translate = useTranslate();
  const [theme, setTheme] = useTheme();
  return (
    <Item
      icon={<Brightness6 fontSize="small" />}
      text={translate('ra.action.toggle_theme')}
      onClick={() => setTheme(theme === 'dark' ? 'light' : 'dark')}
    />
  );
}

interface ItemProps {
  icon: ReactElement;
  text: string;
  onClick: () => void;
}

function Item({ icon, text, onClick }: ItemProps) {
  const menu = useUserMenu();
  const choose = () => {
    menu?.onClose();
    onClick();
  };
  return (
    <MenuItem onClick={choose}>
      <ListItemIcon>{icon}</ListItemIcon>
      <ListItemText>{text}</ListItemText>
    </MenuItem>
  );
}
