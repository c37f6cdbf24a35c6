import UploadFile from '@mui/icons-material/UploadFile';
import { Typography } from '@mui/material';
import { useRef } from 'react';
import {
  FileField,
  FileInput,
  Form,
  maxLength,
  required,
  TextInput,
  useDataProvider,
  useRedirect,
  useTranslate,
} from 'react-admin';
import { withoutEmpty } from '../../components/values';
import type { PanelDataProvider } from '../../api/data-provider';
import { FormPage } from '../../components/form-page';
import { SubmitButton } from '../../components/submit-button';
import { useSubmission } from '../../components/use-submission';
import { useApplication } from '../../layout/application-context';
import { CardTypeInput } from '../card-types/card-type-input';
import { besideInputs } from './beside-inputs';
import type { Job } from './job-outcome';
import { readTextFile } from './read-text-file';
import { requestKeys } from './request-key';
import { StateImport } from './state-import';

interface ImportValues {
  file: { rawFile: File };
  cardTypeId: number;
  batch?: string | null;
  note?: string | null;
}

const ACCEPTED = { 'text/csv': ['.csv'], 'text/plain': ['.txt'] };

/** Imports a file of existing cards; the page of the job shows the outcome of its lines. */
export function CardImport() {
  const application = useApplication();
  const dataProvider = useDataProvider<PanelDataProvider>();
  const redirect = useRedirect();
  const translate = useTranslate();
  const keyOf = useRef(requestKeys());
  const submit = useSubmission(async (values: object) => {
    const { file, cardTypeId, batch, note } = values as ImportValues;
    const text = await readTextFile(file.rawFile);
    const asked = {
      applicationId: application?.id,
      cardTypeId,
      ...withoutEmpty({ batch, note }),
    };
    const query = new URLSearchParams(
      Object.entries({ ...asked, requestKey: keyOf.current({ ...asked, text }) }).map(([key, value]) => [
        key,
        String(value),
      ]),
    );
    const type = file.rawFile.name.toLowerCase().endsWith('.csv') ? 'text/csv' : 'text/plain';
    const job = await dataProvider
      .upload<Job>(`/card-jobs/import?${query.toString()}`, text, type)
      .catch((error: unknown) => Promise.reject(besideInputs(error, { body: 'file' })));
    redirect('show', 'card-jobs', job.id);
  });
  return (
    <FormPage title="panel.cards.import_title" resource="card-jobs" action="import">
      <Typography variant="body2" sx={{ mb: 2 }}>
        {translate('panel.help.import')}
      </Typography>
      <Form onSubmit={submit}>
        <FileInput
          source="file"
          label="panel.cards.file"
          accept={ACCEPTED}
          validate={required()}
          inputProps={{ 'aria-label': translate('panel.cards.file') }}
        >
          <FileField source="src" title="title" />
        </FileInput>
        <CardTypeInput source="cardTypeId" label="panel.cards.type" isRequired />
        <TextInput
          source="batch"
          label="panel.cards.batch"
          helperText="panel.help.batch"
          validate={maxLength(100)}
        />
        <TextInput source="note" label="panel.cards.note" validate={maxLength(500)} />
        <SubmitButton label="panel.cards.import" icon={<UploadFile sx={{ mr: 1 }} />} />
      </Form>
      {/* Selecting another application resets the form, since a dry run's outcome applies only to its application. */}
      <StateImport key={application?.id} />
    </FormPage>
  );
}
