import PlayArrow from '@mui/icons-material/PlayArrow';
import { Alert, Box, Button, TextField, Typography } from '@mui/material';
import { useState } from 'react';
import { HttpError, useDataProvider, useStore, useTranslate } from 'react-admin';
import type { PanelDataProvider } from '../../api/data-provider';
import type { Dto } from '../../api/types';
import { TestOutcome } from './test-outcome';

type Draft = Omit<Dto<'TestSourceDto'>, 'params'>;

interface TestRunProps {
  draft: Draft;
  /** Id of the function if it is saved; the browser remembers the parameters of the test under this id. */
  savedId?: number;
}

interface Refusal {
  message: string;
  /** Message about invalid parameters. */
  params?: string;
}

/** Runs the editor's contents on the server, within the configured limits, and shows the outcome. */
export function TestRun({ draft, savedId }: TestRunProps) {
  const dataProvider = useDataProvider<PanelDataProvider>();
  const translate = useTranslate();
  const [params, setParams] = useStore(`functions.${savedId ?? 'new'}.params`, '[]');
  // The outcome is shown only until the source or a setting of the function changes.
  const tested = JSON.stringify(draft);
  const [last, setLast] = useState<{ of: string; outcome: Dto<'FunctionTestDto'> }>();
  const [refusal, setRefusal] = useState<Refusal>();
  const [busy, setBusy] = useState(false);

  const run = async () => {
    setBusy(true);
    setLast(undefined);
    setRefusal(undefined);
    try {
      const body = { ...draft, ...(params.trim() && { params }) };
      const outcome = await dataProvider.act<Dto<'FunctionTestDto'>>('/functions/test', body);
      setLast({ of: tested, outcome });
    } catch (error) {
      const { message } = error as Error;
      const errors =
        error instanceof HttpError ? (error.body?.errors as Record<string, string> | undefined) : undefined;
      setRefusal({ message, params: errors?.params });
    } finally {
      setBusy(false);
    }
  };
  return (
    <Box component="section" aria-labelledby="test-run-heading" sx={{ minWidth: 0 }}>
      <Typography id="test-run-heading" component="h2" variant="subtitle1" gutterBottom>
        {translate('panel.functions.test.title')}
      </Typography>
      <TextField
        label={translate('panel.functions.test.params')}
        value={params}
        onChange={({ target }) => {
          setParams(target.value);
          setRefusal(undefined);
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void run();
        }}
        multiline
        maxRows={8}
        error={refusal?.params !== undefined}
        helperText={refusal?.params ?? translate('panel.functions.test.params_help')}
        slotProps={{ htmlInput: { spellCheck: false, style: { fontFamily: 'monospace' } } }}
      />
      <Button variant="outlined" startIcon={<PlayArrow />} disabled={busy} onClick={() => void run()}>
        {translate('panel.functions.test.run')}
      </Button>
      <Box aria-live="polite" sx={{ mt: 2 }}>
        {refusal && refusal.params === undefined && <Alert severity="error">{refusal.message}</Alert>}
        {last?.of === tested && <TestOutcome outcome={last.outcome} />}
      </Box>
    </Box>
  );
}
