import { ConfirmDialog } from '../../components/confirm-dialog';
import { useIssue } from './use-issue';

interface IssueDialogProps {
  /** Filter of the cards. */
  filter: object;
  isOpen: boolean;
  onClose: () => void;
}

/**
 * Asks for confirmation, then marks available cards as issued and saves them as a file, formatted by the application's
 * template.
 */
export function IssueDialog({ filter, isOpen, onClose }: IssueDialogProps) {
  const issue = useIssue(filter);
  return (
    <ConfirmDialog
      isOpen={isOpen}
      title="panel.cards.export_issue_title"
      content="panel.cards.export_issue_text"
      confirm="panel.cards.export_issue_verb"
      onConfirm={() => {
        onClose();
        void issue();
      }}
      onClose={onClose}
    />
  );
}
