import { SecretDialog } from '../../components/secret-dialog';

/** Shows a new token once. */
export function NewTokenDialog({ token, onClose }: { token: string; onClose: () => void }) {
  return (
    <SecretDialog
      secret={token}
      title="panel.api_tokens.created"
      label="panel.api_tokens.token"
      warning="panel.api_tokens.created_text"
      kept="panel.api_tokens.kept"
      onClose={onClose}
    />
  );
}
