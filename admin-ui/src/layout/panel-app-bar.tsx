import Search from '@mui/icons-material/Search';
import { IconButton, Typography } from '@mui/material';
import {
  AppBar,
  type AppBarProps,
  LoadingIndicator,
  LocalesMenuButton,
  ToggleThemeButton,
  useTranslate,
} from 'react-admin';
import { useIsPhone } from '../components/use-is-phone';
import { openSearch } from '../search';
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
  const translate = useTranslate();
  return (
    <>
      <IconButton color="inherit" onClick={openSearch} aria-label={translate('panel.search.open')}>
        <Search />
      </IconButton>
      {!isPhone && <LocalesMenuButton />}
      {!isPhone && <ToggleThemeButton />}
      <LoadingIndicator />
    </>
  );
}
