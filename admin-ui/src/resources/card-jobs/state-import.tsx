import MoveDown from '@mui/icons-material/MoveDown';
import { Alert, Button, Divider, LinearProgress, Typography } from '@mui/material';
import { useRef, useState } from 'react';
import {
  FileField,
  FileInput,
  Form,
  RecordContextProvider,
  required,
  SelectInput,
  useDataProvider,
  useGetOne,
  useRedirect,
  useTranslate,
} from 'react-admin';
import { useWatch } from 'react-hook-form';
import type { PanelDataProvider } from '../../api/data-provider';
import { SubmitButton } from '../../components/submit-button';
import { useNotifyError } from '../../components/use-notify-error';
import { useSubmission } from '../../components/use-submission';
import { withoutEmpty } from '../../components/values';
import { useApplication } from '../../layout/application-context';
import { CardTypeInput } from '../card-types/card-type-input';
import { besideInputs } from './beside-inputs';
import { ImportReport } from './import-report';
import { describeOutcome, isOver, type Job } from './job-outcome';
import { readTextFile } from './read-text-file';
import { requestKeys } from './request-key';

interface MoveValues {
  moveFile: { rawFile: File };
  preset: string;
  existing: string;
  moveCardTypeId?: number | null;
}

/** A file whose dry run was started. */
interface Tried {
  id: number;
  values: MoveValues;
}

const ACCEPTED = { 'text/csv': ['.csv'], 'application/json': ['.json', '.jsonl', '.txt'] };
/** Inputs that do not have the names of the API's fields: the page's form for card keys already uses these names. */
const INPUTS = { body: 'moveFile', cardTypeId: 'moveCardTypeId' };
const POLL_MS = 500;

const choicesOf = (group: string, ids: string[]) =>
  ids.map((id) => ({ id, name: `panel.move.${group}.${id}` }));
const PRESETS = choicesOf('presets', ['plain', 'keyauth', 'dujiaoka']);
const EXISTING = choicesOf('on_existing', ['skip', 'update']);

/** Imports cards and users of another system with their state: first a dry run with its report, then the import. */
export function StateImport() {
  const application = useApplication();
  const dataProvider = useDataProvider<PanelDataProvider>();
  const redirect = useRedirect();
  const translate = useTranslate();
  const notifyError = useNotifyError();
  const keyOf = useRef(requestKeys());
  const [tried, setTried] = useState<Tried>();
  const start = async (values: MoveValues, dryRun: boolean): Promise<Job> => {
    const { moveFile, preset, existing, moveCardTypeId: cardTypeId } = values;
    const text = await readTextFile(moveFile.rawFile);
    const asked = {
      applicationId: application?.id,
      preset,
      existing,
      dryRun,
      ...withoutEmpty({ cardTypeId }),
    };
    const query = Object.entries({ ...asked, requestKey: keyOf.current({ ...asked, text }) });
    const path = new URLSearchParams(query.map(([key, value]) => [key, String(value)])).toString();
    const type = moveFile.rawFile.name.toLowerCase().endsWith('.csv') ? 'text/csv' : 'application/json';
    return dataProvider
      .upload<Job>(`/card-jobs/import-state?${path}`, text, type)
      .catch((error: unknown) => Promise.reject(besideInputs(error, INPUTS)));
  };
  const submit = useSubmission(async (values: object) => {
    const { id } = await start(values as MoveValues, true);
    // The answer has arrived, so the next dry run of the same file is a new request.
    keyOf.current = requestKeys();
    setTried({ id, values: values as MoveValues });
  });
  const importNow = ({ values }: Tried) =>
    start(values, false).then(({ id }) => redirect('show', 'card-jobs', id), notifyError);
  return (
    <>
      <Divider sx={{ my: 3 }} />
      <Typography component="h2" variant="h6">
        {translate('panel.move.title')}
      </Typography>
      <Typography variant="body2" sx={{ mb: 2 }}>
        {translate('panel.move.about')}
      </Typography>
      <Form onSubmit={submit} defaultValues={{ preset: 'plain', existing: 'skip' }}>
        <SelectInput source="preset" label="panel.move.preset" choices={PRESETS} validate={required()} />
        <FileInput
          source="moveFile"
          label="panel.move.file"
          accept={ACCEPTED}
          validate={required()}
          inputProps={{ 'aria-label': translate('panel.move.file') }}
        >
          <FileField source="src" title="title" />
        </FileInput>
        <CardTypeInput source="moveCardTypeId" label="panel.move.card_type" />
        <SelectInput source="existing" label="panel.move.existing" choices={EXISTING} validate={required()} />
        <SubmitButton label="panel.move.try" icon={<MoveDown sx={{ mr: 1 }} />} />
        {tried && <DryRun key={tried.id} tried={tried} onImport={() => void importNow(tried)} />}
      </Form>
    </>
  );
}

/** The outcome of a dry run, with the import button while the form still has the values that were tried. */
function DryRun({ tried: { id, values }, onImport }: { tried: Tried; onImport: () => void }) {
  const translate = useTranslate();
  const shown = useWatch<MoveValues>();
  const isTried =
    shown.moveFile?.rawFile === values.moveFile.rawFile &&
    shown.preset === values.preset &&
    shown.existing === values.existing &&
    (shown.moveCardTypeId ?? null) === (values.moveCardTypeId ?? null);
  const { data: job } = useGetOne<Job>(
    'card-jobs',
    { id },
    { refetchInterval: ({ state }) => (state.data && isOver(state.data) ? false : POLL_MS) },
  );
  if (!job || !isOver(job)) return <LinearProgress aria-label={translate('panel.job.progress')} />;
  return (
    <RecordContextProvider value={job}>
      <Typography component="h3" variant="subtitle1" sx={{ mt: 2 }} aria-live="polite">
        {describeOutcome(job, translate)}
      </Typography>
      <ImportReport />
      {job.status === 'done' && isTried && (
        <Button variant="contained" onClick={onImport} sx={{ mt: 2 }}>
          {translate('panel.move.import_now')}
        </Button>
      )}
      {job.status === 'done' && !isTried && (
        <Alert severity="info" sx={{ mt: 2 }}>
          {translate('panel.move.changed')}
        </Alert>
      )}
    </RecordContextProvider>
  );
}
