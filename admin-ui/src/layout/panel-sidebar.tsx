import { Box, Drawer, type Theme, useMediaQuery } from '@mui/material';
import { type ReactNode, useEffect } from 'react';
import { type SidebarProps, useSidebarState, useTranslate } from 'react-admin';
import { SIDEBAR_PX } from '../theme/themes';
import { AccountMenu } from './account-menu';
import { ApplicationSwitcher } from './application-switcher';
import { Brand } from './brand';
import { SearchButton } from './search-button';

/** True when the screen is too narrow for the sidebar beside the page. */
export function useIsNarrow(): boolean {
  return useMediaQuery<Theme>((theme) => theme.breakpoints.down('md'), { noSsr: true });
}

/** The sidebar: beside the page, or a drawer over it on narrow screens. */
export function PanelSidebar({ children }: SidebarProps) {
  const isNarrow = useIsNarrow();
  const translate = useTranslate();
  const [open, setOpen] = useSidebarState();
  useEffect(() => setOpen(!isNarrow), [isNarrow, setOpen]);
  return (
    <Drawer
      variant={isNarrow ? 'temporary' : 'permanent'}
      open={!isNarrow || open}
      onClose={() => setOpen(false)}
      slotProps={{ paper: { component: 'nav', 'aria-label': translate('panel.menu.label'), sx: PAPER } }}
      sx={{ width: isNarrow ? 0 : SIDEBAR_PX, flexShrink: 0 }}
    >
      <Contents>{children}</Contents>
    </Drawer>
  );
}

function Contents({ children }: { children: ReactNode }) {
  return (
    <>
      <Box sx={{ display: 'grid', gap: 1, p: 1.5, pb: 1 }}>
        <Box sx={{ px: 0.5, pb: 0.5 }}>
          <Brand />
        </Box>
        <ApplicationSwitcher />
        <SearchButton />
      </Box>
      <Box sx={{ flex: 1, minHeight: 0, overflowY: 'auto', px: 1.5, pb: 2, scrollbarWidth: 'thin' }}>
        {children}
      </Box>
      <Box sx={{ p: 1, borderTop: 1, borderColor: 'divider' }}>
        <AccountMenu />
      </Box>
    </>
  );
}

const PAPER = {
  width: SIDEBAR_PX,
  bgcolor: 'sunken',
  borderRight: 1,
  borderColor: 'divider',
};
