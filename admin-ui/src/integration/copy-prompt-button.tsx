import AutoAwesome from '@mui/icons-material/AutoAwesome';
import { Button, Typography } from '@mui/material';
import { useTranslate } from 'react-admin';
import { useCopy } from '../components/use-copy';
import { promptOf } from './prompt';
import type { Snippet, SnippetValues } from './snippets';

interface CopyPromptButtonProps {
  snippet: Snippet;
  /** The values inserted into the program, with a placeholder instead of the secret. */
  values: SnippetValues;
}

/** Copies a prompt for an AI assistant: the rules, the endpoints and a program. */
export function CopyPromptButton({ snippet, values }: CopyPromptButtonProps) {
  const translate = useTranslate();
  const copy = useCopy();
  const copyPrompt = async () => {
    const { name: language, sdk, verifies } = snippet;
    const program = await snippet.write(values);
    await copy(promptOf({ language, program, values, sdk, verifies }));
  };
  return (
    <>
      <Button size="small" startIcon={<AutoAwesome />} onClick={() => void copyPrompt()}>
        {translate('panel.integration.copy_prompt')}
      </Button>
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {translate('panel.integration.copy_prompt_help')}
      </Typography>
    </>
  );
}
