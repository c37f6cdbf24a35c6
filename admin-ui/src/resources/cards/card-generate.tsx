import AddCard from '@mui/icons-material/AddCard';
import { useRef } from 'react';
import {
  Form,
  maxLength,
  maxValue,
  minValue,
  NumberInput,
  required,
  TextInput,
  useDataProvider,
  useGetOne,
  useRedirect,
} from 'react-admin';
import { FieldRow } from '../../components/form-layout';
import { useWatch } from 'react-hook-form';
import { withoutEmpty } from '../../components/values';
import type { PanelDataProvider } from '../../api/data-provider';
import type { Application, CardType, Dto } from '../../api/types';
import { FormPage } from '../../components/form-page';
import { SubmitButton } from '../../components/submit-button';
import { useSubmission } from '../../components/use-submission';
import { useApplication } from '../../layout/application-context';
import { requestKeys } from '../card-jobs/request-key';
import { CardTypeInput } from '../card-types/card-type-input';
import { isAlphabet, isMask } from './key-style';
import { useUsualType } from './use-usual-type';
import { KeyPreview } from './key-preview';

type GenerateCards = Dto<'GenerateCardsDto'>;

const COUNT = [required(), minValue(1), maxValue(100_000)];

/** Generates cards; the page of the job shows the progress. */
export function CardGenerate() {
  const application = useApplication();
  return (
    <FormPage title="panel.cards.generate_title" resource="card-jobs" action="generate">
      {/* Another application has other card types. */}
      <GenerateForm key={application?.id} application={application} />
    </FormPage>
  );
}

function GenerateForm({ application }: { application: Application | undefined }) {
  const dataProvider = useDataProvider<PanelDataProvider>();
  const redirect = useRedirect();
  const keyOf = useRef(requestKeys());
  const { usual, remember, isPending } = useUsualType(application?.id);
  const submit = useSubmission(async (values: object) => {
    const wanted = { ...withoutEmpty(values), applicationId: application?.id };
    const requestKey = keyOf.current(wanted);
    const job = await dataProvider.act<Dto<'CardJobDto'>>('/card-jobs/generate', { ...wanted, requestKey });
    remember((values as GenerateCards).cardTypeId);
    redirect('show', 'card-jobs', job.id);
  });
  if (isPending) return null;
  // The default values are a function, since the form would reset all inputs when the usual type changes, for example in
  // another tab.
  return (
    <Form defaultValues={() => ({ count: 10, cardTypeId: usual })} onSubmit={submit}>
      <FieldRow columns="2fr 1fr">
        <CardTypeInput source="cardTypeId" label="panel.cards.type" isRequired />
        <NumberInput source="count" label="panel.cards.count" validate={COUNT} min={1} max={100_000} />
      </FieldRow>
      <TextInput
        source="batch"
        label="panel.cards.batch"
        helperText="panel.help.batch"
        validate={maxLength(100)}
      />
      <TextInput source="note" label="panel.cards.note" validate={maxLength(500)} />
      <KeyInputs />
      <SubmitButton label="panel.cards.generate" icon={<AddCard sx={{ mr: 1 }} />} />
    </Form>
  );
}

/** Inputs for the mask and the alphabet of the keys. If an input is empty, its default applies. */
function KeyInputs() {
  const [cardTypeId, count, mask, alphabet] = useWatch<
    GenerateCards,
    ['cardTypeId', 'count', 'mask', 'alphabet']
  >({
    name: ['cardTypeId', 'count', 'mask', 'alphabet'],
  });
  const { data: type } = useGetOne<CardType>(
    'card-types',
    { id: cardTypeId },
    { enabled: Boolean(cardTypeId) },
  );
  return (
    <>
      <TextInput
        source="mask"
        label="panel.cards.mask"
        helperText="panel.help.mask_of_type"
        validate={isMask}
      />
      <TextInput
        source="alphabet"
        label="panel.cards.alphabet"
        helperText="panel.help.alphabet"
        validate={isAlphabet}
      />
      <KeyPreview mask={mask || type?.keyMask} alphabet={alphabet} count={count} />
    </>
  );
}
