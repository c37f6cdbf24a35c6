import type { ReactNode } from 'react';
import { Layout, Loading } from 'react-admin';
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
      </Layout>
    </LocalizedTheme>
  );
}

/** Pages are about an application, so that they wait until it is known which there are. */
function Page({ children }: { children: ReactNode }) {
  useDocumentTitle();
  const { isPending } = useApplications();
  return isPending ? <Loading /> : children;
}

/** Wide tables scroll in a box of their own and not with the page. */
const NEVER_WIDER = {
  minWidth: 'auto',
  '& .RaLayout-content': { minWidth: 0 },
};
