import { Box } from '@mui/material';
import { type ReactNode, useEffect } from 'react';
import { Loading, SkipNavigationButton } from 'react-admin';
import { SignInAgain } from '../auth/sign-in-again';
import { SearchPalette } from '../search';
import { LocalizedTheme } from '../theme/localized-theme';
import { useApplications } from './application-context';
import { ConnectionBanner } from './connection-banner';
import { OtherApplicationBanner } from './other-application-banner';
import { PageBoundary } from './page-boundary';
import { PageHeader } from './page-header';
import { PanelMenu } from './panel-menu';
import { PanelSidebar } from './panel-sidebar';
import { PhoneBar } from './phone-bar';
import { useDocumentTitle } from './use-document-title';

/** The layout of every page after sign-in: the sidebar and the page. */
export function PanelLayout({ children }: { children: ReactNode }) {
  return (
    <LocalizedTheme>
      <SkipNavigationButton />
      <PhoneBar />
      <Box sx={FRAME}>
        <PanelSidebar>
          <PanelMenu />
        </PanelSidebar>
        <Box component="main" id="main-content" sx={CONTENT}>
          <PageHeader />
          <OtherApplicationBanner />
          <PageBoundary>
            <Page>{children}</Page>
          </PageBoundary>
        </Box>
      </Box>
      <ConnectionBanner />
      <SearchPalette />
      <SignInAgain />
    </LocalizedTheme>
  );
}

/** Waits for the list of applications, since pages depend on the selected one. */
function Page({ children }: { children: ReactNode }) {
  useDocumentTitle();
  const { id, choose, isPending } = useApplications();
  // From now on, this tab has its own selection, even if another tab selects another application.
  useEffect(() => {
    if (!isPending && id !== null) choose(id);
  }, [id, isPending, choose]);
  return isPending ? <Loading /> : children;
}

const FRAME = { display: 'flex', minHeight: '100vh' };

const CONTENT = {
  display: 'flex',
  flexDirection: 'column',
  flex: 1,
  // Makes wide tables scroll inside their own box, so that the page does not scroll.
  minWidth: 0,
  px: { xs: 2, md: 4 },
  pb: 6,
  maxWidth: 1440,
  mx: 'auto',
};
