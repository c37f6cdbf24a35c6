import Download from '@mui/icons-material/Download';
import PlaylistAddCheck from '@mui/icons-material/PlaylistAddCheck';
import UploadFile from '@mui/icons-material/UploadFile';
import { useState } from 'react';
import { useCanAccess, useListContext, useTranslate } from 'react-admin';
import { MoreMenu } from '../../components/more-menu';
import { messageKey } from '../../i18n/message-key';
import { type ExportFormat, exportUrl } from './export-url';
import { IssueDialog } from './issue-dialog';

const FORMATS: ExportFormat[] = ['csv', 'txt', 'template'];

/** Imports cards, and exports the filtered list as a file. One of the exports also marks the cards as issued. */
export function CardListMenu() {
  const { filter, filterValues, total } = useListContext();
  const { canAccess: mayImport } = useCanAccess({ resource: 'card-jobs', action: 'import' });
  const { canAccess: mayExport } = useCanAccess({ resource: 'cards', action: 'export' });
  const translate = useTranslate();
  const [asking, setAsking] = useState(false);
  const exported = { ...filterValues, ...filter };
  const isExportable = mayExport === true && Boolean(total);
  const exportAs = (what: string) => translate('panel.cards.export_as', { what: translate(what) });
  return (
    <>
      <MoreMenu
        actions={[
          mayImport === true && {
            label: 'panel.cards.import',
            icon: <UploadFile />,
            to: '/card-jobs/create',
          },
          ...FORMATS.map(
            (format) =>
              isExportable && {
                label: exportAs(messageKey(`panel.cards.export_${format}`)),
                icon: <Download />,
                file: exportUrl(exported, format),
              },
          ),
          // Issued cards are not available.
          isExportable &&
            exported.issued !== true && {
              label: exportAs('panel.cards.export_issue'),
              icon: <PlaylistAddCheck />,
              onClick: () => setAsking(true),
            },
        ]}
      />
      <IssueDialog filter={exported} isOpen={asking} onClose={() => setAsking(false)} />
    </>
  );
}
