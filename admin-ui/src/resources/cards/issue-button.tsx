import PlaylistAddCheck from '@mui/icons-material/PlaylistAddCheck';
import { Button } from '@mui/material';
import { useState } from 'react';
import { Confirm, useCanAccess, useTranslate } from 'react-admin';
import { useApplication } from '../../layout/application-context';
import { useIssue } from './use-issue';

/** Takes available cards out by template as a file, and marks them as issued, after a question. */
export function IssueButton({ filter, name }: { filter: object; name: string }) {
  const { canAccess } = useCanAccess({ resource: 'cards', action: 'export' });
  const application = useApplication();
  const translate = useTranslate();
  const [asking, setAsking] = useState(false);
  const issue = useIssue(filter, 'template', [application?.name, name].filter(Boolean).join('-'));
  if (!canAccess) return null;
  return (
    <>
      <Button variant="outlined" startIcon={<PlaylistAddCheck />} onClick={() => setAsking(true)}>
        {translate('panel.cards.export_issue')}
      </Button>
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
