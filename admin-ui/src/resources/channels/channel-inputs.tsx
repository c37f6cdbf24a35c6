import { Alert } from '@mui/material';
import {
  ArrayInput,
  FormDataConsumer,
  maxLength,
  maxValue,
  minLength,
  minValue,
  NumberInput,
  PasswordInput,
  regex,
  required,
  SelectInput,
  SimpleFormIterator,
  TextInput,
  Translate,
} from 'react-admin';
import { useWatch } from 'react-hook-form';
import { FieldRow } from '../../components/form-layout';
import { CHANNEL_KINDS, PRODUCT_MODES, REFUND_MODES } from '../../api/choices';
import type { Dto, Me } from '../../api/types';
import { useRead } from '../../api/use-read';
import { AddItemButton } from '../../components/add-item-button';
import { LongTextInput } from '../../components/long-text-input';
import { CurrencyInput, MoneyInput } from '../../components/money-input';
import { SwitchInput } from '../../components/switch-input';
import { trimmed } from '../../components/values';
import { isPaymentKind, signsEvents } from './payment-kinds';
import { CardTypeInput } from '../card-types/card-type-input';

type Product = Dto<'EditProductDto'>;
type Channel = Dto<'ChannelDto'>;

export const NEW_CHANNEL = {
  kind: 'native',
  refundMode: 'unused',
  mailCards: false,
  enabled: true,
  maxPerOrder: 10,
  addresses: [],
  products: [],
};

const NAME = [required(), maxLength(100)];
const PER_ORDER = [required(), minValue(1), maxValue(100)];
const PRICE = [required(), minValue(0), maxValue(1_000_000_000_000)];
const CURRENCY = [required(), regex(/^[A-Z]{3}$/)];

export function ChannelInputs({ isNew = false }: { isNew?: boolean }) {
  const kind = useWatch({ name: 'kind' }) as Channel['kind'];
  const hasSigningSecret = useWatch({ name: 'hasSigningSecret' }) as boolean | undefined;
  const mailCards = useWatch({ name: 'mailCards' }) as boolean | undefined;
  const { data: me } = useRead<Me>('/auth/me');
  return (
    <>
      {isNew && (
        <SelectInput
          source="kind"
          choices={CHANNEL_KINDS}
          validate={required()}
          helperText="panel.channels.kind_help"
        />
      )}
      <TextInput source="name" validate={NAME} helperText="panel.channels.name_help" />
      <SwitchInput source="enabled" helperText="panel.channels.enabled_help" />
      {isPaymentKind(kind) && (
        <>
          {signsEvents(kind) && (
            <PasswordInput
              source="signingSecret"
              validate={[minLength(6), maxLength(200)]}
              parse={trimmed}
              autoComplete="off"
              helperText={hasSigningSecret ? 'panel.channels.secret_kept' : 'panel.channels.secret_help'}
            />
          )}
          <SelectInput
            source="refundMode"
            choices={REFUND_MODES}
            validate={required()}
            helperText="panel.channels.refund_help"
          />
        </>
      )}
      <SwitchInput source="mailCards" helperText="panel.channels.mail_help" />
      {mailCards && (
        <>
          {me?.mailConfigured === false && (
            <Alert severity="warning" sx={{ mb: 2 }}>
              <Translate i18nKey="panel.channels.mail_unset" />
            </Alert>
          )}
          <LongTextInput
            source="mailText"
            validate={maxLength(2000)}
            helperText="panel.channels.mail_text_help"
          />
        </>
      )}
      <FieldRow>
        <NumberInput
          source="maxPerOrder"
          validate={PER_ORDER}
          min={1}
          max={100}
          helperText="panel.channels.per_order_help"
        />
        <NumberInput
          source="maxPerDay"
          validate={[minValue(1), maxValue(1_000_000)]}
          min={1}
          helperText="panel.channels.per_day_help"
        />
        <NumberInput
          source="lowStock"
          validate={[minValue(1), maxValue(10_000)]}
          min={1}
          helperText="panel.channels.low_stock_help"
        />
      </FieldRow>
      <LongTextInput
        source="addresses"
        format={(addresses?: string[]) => addresses?.join('\n') ?? ''}
        parse={(text: string) => (text === '' ? [] : text.split('\n'))}
        helperText="panel.channels.addresses_help"
        minRows={2}
      />
      <ArrayInput source="products" helperText="panel.channels.products_help">
        <SimpleFormIterator
          addButton={<AddItemButton label="panel.channels.add_product" />}
          disableReordering
          disableClear
        >
          <CardTypeInput source="cardTypeId" label="resources.channels.fields.cardTypeId" isRequired />
          <TextInput
            source="name"
            label="resources.channels.fields.name"
            validate={NAME}
            helperText="panel.channels.product_name_help"
          />
          <FieldRow columns="2fr 1fr">
            <MoneyInput
              source="price"
              currency="currency"
              label="resources.channels.fields.price"
              validate={PRICE}
              helperText="panel.channels.price_help"
            />
            <CurrencyInput
              source="currency"
              amount="price"
              label="resources.channels.fields.currency"
              validate={CURRENCY}
              defaultValue="CNY"
              helperText="panel.channels.currency_help"
            />
          </FieldRow>
          <SelectInput
            source="mode"
            label="resources.channels.fields.mode"
            choices={PRODUCT_MODES}
            validate={required()}
            defaultValue="make"
            helperText={false}
          />
          <FormDataConsumer<{ products: Product[] }>>
            {({ scopedFormData }) =>
              (scopedFormData as Product | undefined)?.mode === 'stock' && (
                <TextInput
                  source="batch"
                  label="resources.channels.fields.batch"
                  validate={NAME}
                  helperText="panel.channels.batch_help"
                />
              )
            }
          </FormDataConsumer>
        </SimpleFormIterator>
      </ArrayInput>
    </>
  );
}

interface Typed {
  kind?: Channel['kind'];
  addresses?: string[];
  mailText?: string | null;
  products?: Product[];
  signingSecret?: string | null;
}

/**
 * Returns the values that the API accepts: trimmed addresses and batches, and products without fields that only the
 * server sets. Batches are not trimmed while they are typed: otherwise nobody could type a space.
 */
export function toChannel<T extends Typed>(channel: T): T {
  const { kind, addresses, mailText, products, signingSecret } = channel;
  return {
    ...channel,
    mailText: mailText || null,
    // An empty field keeps the saved secret. If somebody typed a secret and then selected a kind without secret, the
    // secret is dropped.
    signingSecret: (kind && signsEvents(kind) && signingSecret) || undefined,
    ...(addresses && { addresses: addresses.map((line) => line.trim()).filter(Boolean) }),
    ...(products && {
      products: products.map(({ cardTypeId, name, price, currency, mode, batch }) => ({
        cardTypeId,
        name,
        price,
        currency,
        mode,
        batch: mode === 'stock' ? (batch?.trim() ?? null) : null,
      })),
    }),
  };
}
