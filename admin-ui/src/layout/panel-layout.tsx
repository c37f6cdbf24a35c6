import type { ReactNode } from 'react';
import { Layout, Loading } from 'react-admin';
import { SearchPalette } from '../search';
import { LocalizedTheme } from '../theme/localized-theme';
import { useApplications } from './application-context';
import { OtherApplicationBanner } from './other-application-banner';
import { PageHeader } from './page-header';
import { PanelMenu } from './panel-menu';
import { PanelSidebar } from './panel-sidebar';
import { PhoneBar } from './phone-bar';
import { useDocumentTitle } from './use-document-title';

/** The frame of every page behind the sign-in. */
export function PanelLayout({ children }: { children: ReactNode }) {
  return (
    <LocalizedTheme>
      <Layout appBar={PhoneBar} sidebar={PanelSidebar} menu={PanelMenu} sx={FRAME}>
        <PageHeader />
        <OtherApplicationBanner />
        <Page>{children}</Page>
        <SearchPalette />
      </Layout>
    </LocalizedTheme>
  );
}

/** Waits for the list of applications, since pages depend on the selected one. */
function Page({ children }: { children: ReactNode }) {
  useDocumentTitle();
  const { isPending } = useApplications();
  return isPending ? <Loading /> : children;
}

const FRAME = {
  // Makes wide tables scroll in a box of their own instead of the page.
  minWidth: 'auto',
  '& .RaLayout-appFrame': { mt: 0 },
  '& .RaLayout-content': { minWidth: 0, px: { xs: 2, md: 4 }, pb: 6, maxWidth: 1440, mx: 'auto' },
};
