import { Button, Card, CardContent, MenuItem, Stack, TextField, Typography } from '@mui/material';
import { useState } from 'react';
import { AccessDenied, CanAccess, HttpError, Title, useDataProvider, useTranslate } from 'react-admin';
import type { PanelDataProvider } from '../api/data-provider';
import type { Application, Dto } from '../api/types';
import { NoApplication } from '../components/no-application';
import { useNotifyError } from '../components/use-notify-error';
import { useApplication } from '../layout/application-context';
import { EXAMPLE_METHOD, EXAMPLE_PATH, exampleRequest } from './example-request';
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

/** Prefix of the paths that clients of 泡椒云 call. */
const OTHER_PATH = '/v1/';

/** Matches a request that was pasted as a URL. The group `path` matches only if the URL has no host. */
const ADDRESS = /^(?:https?:\/\/[^?\s]*|(?<path>\/[^?\s]*))\?/;

const METHODS = ['GET', 'POST', 'DELETE'] as const;

function SignatureCheck({ application }: { application: Application }) {
  const dataProvider = useDataProvider<PanelDataProvider>();
  const translate = useTranslate();
  const notifyError = useNotifyError();
  const coversPath = application.signMode === 'hmac-sha256-path';
  const hasOtherPaths = application.compat !== 'none';
  const [raw, setRaw] = useState('');
  const [method, setMethod] = useState<string>('POST');
  const [path, setPath] = useState('');
  const [host, setHost] = useState(application.compatHosts[0] ?? '');
  const isPlaced = coversPath || hasOtherPaths;
  const place = placeOf(raw, path, host);
  const needsHost = isPlaced && place.host === '';
  const needsPath = coversPath && path.trim() === '' && !ADDRESS.test(raw.trim());
  const [fault, setFault] = useState<string>();
  const [report, setReport] = useState<Dto<'SignatureCheckDto'>>();

  const check = async (text: string, sentTo: { method: string; path?: string; host?: string }) => {
    setFault(undefined);
    try {
      const body = { applicationId: application.id, raw: text, ...(isPlaced && sentTo) };
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
      setMethod(EXAMPLE_METHOD);
      setPath(EXAMPLE_PATH);
      await check(example, { method: EXAMPLE_METHOD, path: EXAMPLE_PATH });
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
          {isPlaced && (
            <Stack direction="row" sx={{ gap: 2 }}>
              <TextField
                select
                label={translate('panel.signature_check.method')}
                value={method}
                onChange={({ target }) => setMethod(target.value)}
                sx={{ minWidth: 120 }}
              >
                {METHODS.map((name) => (
                  <MenuItem key={name} value={name}>
                    {name}
                  </MenuItem>
                ))}
              </TextField>
              <TextField
                label={translate('panel.signature_check.path')}
                helperText={translate(
                  hasOtherPaths
                    ? 'panel.signature_check.path_help_compat'
                    : 'panel.signature_check.path_help',
                )}
                placeholder={EXAMPLE_PATH}
                value={path}
                onChange={({ target }) => setPath(target.value)}
              />
              {hasOtherPaths && (
                <TextField
                  label={translate('panel.signature_check.host')}
                  helperText={translate('panel.signature_check.host_help')}
                  value={host}
                  onChange={({ target }) => setHost(target.value)}
                />
              )}
            </Stack>
          )}
          <TextField
            label={translate('panel.signature_check.request')}
            helperText={fault ?? translate('panel.signature_check.request_help')}
            error={fault !== undefined}
            value={raw}
            onChange={({ target }) => setRaw(target.value)}
            multiline
            minRows={4}
            maxRows={14}
            slotProps={{
              htmlInput: { spellCheck: false, style: { fontFamily: 'monospace', overflowWrap: 'anywhere' } },
            }}
          />
          <Stack direction="row" sx={{ gap: 1, flexWrap: 'wrap' }}>
            <Button
              variant="contained"
              disabled={raw.trim() === '' || needsPath || needsHost}
              onClick={() => void check(raw, { method, ...place })}
            >
              {translate('panel.signature_check.check')}
            </Button>
            <Button onClick={() => void loadExample()}>{translate('panel.signature_check.example')}</Button>
          </Stack>
        </CardContent>
      </Card>
      <div aria-live="polite">{report && <SignatureReport report={report} />}</div>
    </Stack>
  );
}

/**
 * Returns the typed path, unless the pasted request is a URL, which contains the path. Also returns the typed host if a
 * path of 泡椒云 was typed or was pasted without a host: only these paths need one.
 */
function placeOf(raw: string, typedPath: string, typedHost: string): { path?: string; host?: string } {
  const address = ADDRESS.exec(raw.trim());
  const path = typedPath.trim();
  const needsHost = (address ? address.groups?.path : path)?.startsWith(OTHER_PATH);
  return { ...(!address && path !== '' && { path }), ...(needsHost && { host: typedHost.trim() }) };
}
