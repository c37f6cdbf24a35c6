import PlaylistAddCheck from '@mui/icons-material/PlaylistAddCheck';
import { Button } from '@mui/material';
import { useState } from 'react';
import { useCanAccess, useTranslate } from 'react-admin';
import { useApplication } from '../../layout/application-context';
import { IssueDialog } from './issue-dialog';

/** Exports available cards as a file by template and marks them as issued, after a confirmation. */
export function IssueButton({ filter, name }: { filter: object; name: string }) {
  const { canAccess } = useCanAccess({ resource: 'cards', action: 'export' });
  const application = useApplication();
  const translate = useTranslate();
  const [asking, setAsking] = useState(false);
  if (!canAccess) return null;
  return (
    <>
      <Button variant="outlined" startIcon={<PlaylistAddCheck />} onClick={() => setAsking(true)}>
        {translate('panel.cards.export_issue')}
      </Button>
      <IssueDialog
        filter={filter}
        name={[application?.name, name].filter(Boolean).join('-')}
        isOpen={asking}
        onClose={() => setAsking(false)}
      />
    </>
  );
}
