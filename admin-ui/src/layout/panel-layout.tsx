import type { ReactNode } from 'react';
import { Layout, Loading } from 'react-admin';
import { SearchPalette } from '../search';
import { useApplications } from './application-context';
import { LocalizedTheme } from './localized-theme';
import { PanelAppBar } from './panel-app-bar';
import { PanelMenu } from './panel-menu';
import { useDocumentTitle } from './use-document-title';

export function PanelLayout({ children }: { children: ReactNode }) {
  return (
    <LocalizedTheme>
      <Layout appBar={PanelAppBar} appBarAlwaysOn menu={PanelMenu} sx={NEVER_WIDER}>
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

/** Makes wide tables scroll in a box of their own instead of the page. */
const NEVER_WIDER = {
  minWidth: 'auto',
  '& .RaLayout-content': { minWidth: 0 },
};
