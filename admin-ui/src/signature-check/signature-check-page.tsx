import { Button, Card, CardContent, Stack, TextField, Typography } from '@mui/material';
import { useState } from 'react';
import { AccessDenied, CanAccess, HttpError, Title, useDataProvider, useTranslate } from 'react-admin';
import type { PanelDataProvider } from '../api/data-provider';
import type { Application, Dto } from '../api/types';
import { NoApplication } from '../components/no-application';
import { useNotifyError } from '../components/use-notify-error';
import { useApplication } from '../layout/application-context';
import { exampleRequest } from './example-request';
import { SignatureReport } from './signature-report';

/** Checks the signature of a client's request, for client developers. */
export function SignatureCheckPage() {
  const application = useApplication();
  return (
    <>
      <Title title="panel.signature_check.title" />
      <CanAccess resource="signature-check" action="create" accessDenied={<AccessDenied />}>
        {application ? <SignatureCheck key={application.id} application={application} /> : <NoApplication />}
      </CanAccess>
    </>
  );
}

function SignatureCheck({ application }: { application: Application }) {
  const dataProvider = useDataProvider<PanelDataProvider>();
  const translate = useTranslate();
  const notifyError = useNotifyError();
  const [raw, setRaw] = useState('');
  const [fault, setFault] = useState<string>();
  const [report, setReport] = useState<Dto<'SignatureCheckDto'>>();

  const check = async (text: string) => {
    setFault(undefined);
    try {
      const body = { applicationId: application.id, raw: text };
      setReport(await dataProvider.act<Dto<'SignatureCheckDto'>>('/signature-check', body));
    } catch (error) {
      setReport(undefined);
      const reason = error instanceof HttpError ? (error.body?.errors?.raw as string | undefined) : undefined;
      if (reason === undefined) notifyError(error);
      else setFault(reason);
    }
  };
  const loadExample = async () => {
    try {
      const example = await exampleRequest(dataProvider, application);
      setRaw(example);
      await check(example);
    } catch (error) {
      notifyError(error);
    }
  };
  return (
    <Stack sx={{ gap: 2, mt: 2, mb: 4 }}>
      <Card>
        <CardContent>
          <Typography variant="body2" sx={{ mb: 2 }}>
            {translate('panel.signature_check.help', { name: application.name })}
          </Typography>
          <TextField
            label={translate('panel.signature_check.request')}
            helperText={fault ?? translate('panel.signature_check.request_help')}
            error={fault !== undefined}
            value={raw}
            onChange={({ target }) => setRaw(target.value)}
            multiline
            minRows={4}
            maxRows={14}
            fullWidth
            slotProps={{
              htmlInput: { spellCheck: false, style: { fontFamily: 'monospace', overflowWrap: 'anywhere' } },
            }}
          />
          <Stack direction="row" sx={{ gap: 1, flexWrap: 'wrap' }}>
            <Button variant="contained" disabled={raw.trim() === ''} onClick={() => void check(raw)}>
              {translate('panel.signature_check.check')}
            </Button>
            <Button onClick={() => void loadExample()}>{translate('panel.signature_check.example')}</Button>
          </Stack>
        </CardContent>
      </Card>
      <div aria-live="polite">{report && <SignatureReport application={application} report={report} />}</div>
    </Stack>
  );
}
