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

/** The app bar. On phones language and theme are in the user menu. */
export function PanelAppBar(props: AppBarProps) {
  const isPhone = useIsPhone();
  return (
    <AppBar {...props} toolbar={<Buttons isPhone={isPhone} />} userMenu={<PanelUserMenu isPhone={isPhone} />}>
      <Typography id="react-admin-title" component="h1" variant="h6" noWrap sx={TITLE} />
      <ApplicationSelect />
    </AppBar>
  );
}

/** Truncates a long title with an ellipsis, which does not work inside a block. */
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
