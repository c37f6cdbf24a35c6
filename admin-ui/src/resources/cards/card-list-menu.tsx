import Download from '@mui/icons-material/Download';
import PlaylistAddCheck from '@mui/icons-material/PlaylistAddCheck';
import UploadFile from '@mui/icons-material/UploadFile';
import { useState } from 'react';
import { Confirm, useCanAccess, useListContext, useTranslate } from 'react-admin';
import { MoreMenu } from '../../components/more-menu';
import { messageKey } from '../../i18n/message-key';
import { useApplication } from '../../layout/application-context';
import { type ExportFormat, exportUrl } from './export-url';
import { useIssue } from './use-issue';

const FORMATS: ExportFormat[] = ['csv', 'txt', 'template'];

/** Imports cards, and exports the filtered list as a file, which also marks the cards as issued if wanted. */
export function CardListMenu() {
  const { filter, filterValues, total } = useListContext();
  const { canAccess: mayImport } = useCanAccess({ resource: 'card-jobs', action: 'import' });
  const { canAccess: mayExport } = useCanAccess({ resource: 'cards', action: 'export' });
  const translate = useTranslate();
  const [asking, setAsking] = useState(false);
  const application = useApplication();
  const exported = { ...filterValues, ...filter };
  const issue = useIssue(exported, 'template', application?.name ?? 'cards');
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
          isExportable && {
            label: exportAs('panel.cards.export_issue'),
            icon: <PlaylistAddCheck />,
            onClick: () => setAsking(true),
          },
        ]}
      />
      <Confirm
        isOpen={asking}
        title="panel.cards.export_issue_title"
        content="panel.cards.export_issue_text"
        confirm="panel.cards.export_issue_verb"
        onConfirm={() => {
          setAsking(false);
          void issue();
        }}
        onClose={() => setAsking(false)}
      />
    </>
  );
}
