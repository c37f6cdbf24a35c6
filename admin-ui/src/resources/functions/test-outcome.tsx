import { Alert, Typography } from '@mui/material';
import { useTranslate } from 'react-admin';
import type { Dto } from '../../api/types';
import { Output } from '../../components/output';
import { kibibytes } from './units';

/** The outcome of a test: the result or error, the console output, and the resources used. */
export function TestOutcome({ outcome }: { outcome: Dto<'FunctionTestDto'> }) {
  const translate = useTranslate();
  const { ok, value, error, console, durationMs, heapBytes } = outcome;
  return (
    <>
      <Alert severity={ok ? 'success' : 'error'} sx={{ mb: 1 }}>
        {translate(ok ? 'panel.functions.test.succeeded' : 'panel.functions.test.failed')}
      </Alert>
      {ok ? (
        <Output label={translate('panel.functions.test.result')} text={value ?? ''} />
      ) : (
        <Output label={translate('panel.functions.test.error')} text={error ?? ''} />
      )}
      <Output
        label={translate('panel.functions.test.console')}
        text={console.join('\n')}
        empty={translate('panel.functions.test.console_empty')}
      />
      <Typography variant="body2">
        {translate('panel.functions.test.took', {
          milliseconds: durationMs.toFixed(1),
          memory: heapBytes > 0 ? kibibytes(heapBytes) : '–',
        })}
      </Typography>
    </>
  );
}
