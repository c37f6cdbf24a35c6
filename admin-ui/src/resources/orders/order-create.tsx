import Send from '@mui/icons-material/Send';
import { useRef } from 'react';
import {
  Form,
  maxLength,
  maxValue,
  minValue,
  NumberInput,
  regex,
  required,
  TextInput,
  useDataProvider,
  useRedirect,
} from 'react-admin';
import { FieldRow } from '../../components/form-layout';
import type { PanelDataProvider } from '../../api/data-provider';
import type { Dto } from '../../api/types';
import { FormPage } from '../../components/form-page';
import { CurrencyInput, MoneyInput } from '../../components/money-input';
import { SubmitButton } from '../../components/submit-button';
import { useSubmission } from '../../components/use-submission';
import { withoutEmpty } from '../../components/values';
import { useApplication } from '../../layout/application-context';
import { requestKeys } from '../card-jobs/request-key';
import { CardTypeInput } from '../card-types/card-type-input';

interface Texts {
  batch?: string | null;
  contact?: string | null;
}

/** Issues cards by hand. If the answer was lost, sending the form again issues no further cards. */
export function OrderCreate() {
  const application = useApplication();
  const dataProvider = useDataProvider<PanelDataProvider>();
  const redirect = useRedirect();
  const keyOf = useRef(requestKeys());
  const submit = useSubmission(async ({ batch, contact, ...values }: Texts) => {
    // Texts are trimmed here and not while they are typed: otherwise nobody could type a space.
    const trimmed = { ...values, batch: batch?.trim(), contact: contact?.trim() };
    const wanted = { ...withoutEmpty(trimmed), applicationId: application?.id };
    const requestKey = keyOf.current(wanted);
    const order = await dataProvider.act<Dto<'IssuedOrderDto'>>('/orders', { ...wanted, requestKey });
    redirect('show', 'orders', order.id);
  });
  return (
    <FormPage title="panel.orders.create_title" resource="orders" action="create">
      <Form defaultValues={{ quantity: 1 }} onSubmit={submit}>
        <FieldRow columns="2fr 1fr">
          <CardTypeInput source="cardTypeId" isRequired />
          <NumberInput
            source="quantity"
            validate={[required(), minValue(1), maxValue(100)]}
            min={1}
            max={100}
            helperText="panel.orders.quantity_help"
          />
        </FieldRow>
        <TextInput source="batch" validate={maxLength(100)} helperText="panel.orders.from_batch_help" />
        <FieldRow columns="2fr 1fr">
          <MoneyInput
            source="amount"
            currency="currency"
            validate={[minValue(0), maxValue(1_000_000_000_000)]}
            helperText="panel.orders.amount_help"
          />
          <CurrencyInput
            source="currency"
            amount="amount"
            validate={regex(/^[A-Z]{3}$/)}
            helperText="panel.orders.currency_help"
          />
        </FieldRow>
        <TextInput source="contact" validate={maxLength(200)} helperText="panel.orders.contact_help" />
        <TextInput source="note" validate={maxLength(500)} helperText="panel.orders.note_help" />
        <SubmitButton label="panel.orders.submit" icon={<Send sx={{ mr: 1 }} />} />
      </Form>
    </FormPage>
  );
}
