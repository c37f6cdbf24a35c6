import PlaylistAddCheck from '@mui/icons-material/PlaylistAddCheck';
import { Button } from '@mui/material';
import { useState } from 'react';
import { useCanAccess, useTranslate } from 'react-admin';
import { IssueDialog } from './issue-dialog';

/**
 * After a confirmation, marks available cards as issued and saves them as a file, formatted by the application's
 * template.
 */
export function IssueButton({ filter }: { filter: object }) {
  const { canAccess } = useCanAccess({ resource: 'cards', action: 'export' });
  const translate = useTranslate();
  const [asking, setAsking] = useState(false);
  if (!canAccess) return null;
  return (
    <>
      <Button variant="outlined" startIcon={<PlaylistAddCheck />} onClick={() => setAsking(true)}>
        {translate('panel.cards.export_issue')}
      </Button>
      <IssueDialog filter={filter} isOpen={asking} onClose={() => setAsking(false)} />
    </>
  );
}
