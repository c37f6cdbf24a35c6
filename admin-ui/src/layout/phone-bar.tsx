import MenuIcon from '@mui/icons-material/Menu';
import { Box, IconButton } from '@mui/material';
import { useSidebarState, useTranslate } from 'react-admin';
import { Brand } from './brand';
import { useIsNarrow } from './panel-sidebar';
import { SearchButton } from './search-button';

/** The strip above the page on narrow screens. */
export function PhoneBar() {
  const translate = useTranslate();
  const [, setOpen] = useSidebarState();
  if (!useIsNarrow()) return null;
  return (
    <Box component="header" sx={STRIP}>
      <IconButton aria-label={translate('ra.action.open_menu')} onClick={() => setOpen(true)}>
        <MenuIcon />
      </IconButton>
      <Brand />
      <Box sx={{ ml: 'auto' }}>
        <SearchButton isIcon />
      </Box>
    </Box>
  );
}

const STRIP = {
  position: 'sticky',
  top: 0,
  zIndex: 'appBar',
  display: 'flex',
  alignItems: 'center',
  gap: 0.5,
  height: 48,
  px: 1,
  bgcolor: 'background.default',
  borderBottom: 1,
  borderColor: 'divider',
};
