import { Typography } from '@mui/material';
import {
  AppBar,
  type AppBarProps,
  LoadingIndicator,
  LocalesMenuButton,
  ToggleThemeButton,
} from 'react-admin';
import { useIsPhone } from '../components/use-is-phone';
import { ApplicationSelect } from './application-context';
import { PanelUserMenu } from './panel-user-menu';

/** On phones language and theme are in the user's menu. */
export function PanelAppBar(props: AppBarProps) {
  const isPhone = useIsPhone();
  return (
    <AppBar {...props} toolbar={<Buttons isPhone={isPhone} />} userMenu={<PanelUserMenu isPhone={isPhone} />}>
      <Typography id="react-admin-title" component="h1" variant="h6" noWrap sx={TITLE} />
      <ApplicationSelect />
    </AppBar>
  );
}

/** Too long a title ends in dots, which it would not inside a block. */
const TITLE = { flex: 1, mr: 1, '&& > *': { display: 'inline' } };

function Buttons({ isPhone }: { isPhone: boolean }) {
  return (
    <>
      {!isPhone && <LocalesMenuButton />}
      {!isPhone && <ToggleThemeButton />}
      <LoadingIndicator />
    </>
  );
}
