import { useCallback } from 'react';
import {
  NumberInput,
  type NumberInputProps,
  TextInput,
  type TextInputProps,
  useWrappedSource,
} from 'react-admin';
import { useFormContext, useWatch } from 'react-hook-form';
import { currencyDecimals } from '../../../libs/platform/src/text/currency-decimals';

/**
 * An amount that people enter in major units, such as 30.00, and that the API expects in minor units. Its currency is
 * entered in a `CurrencyInput`.
 */
export function MoneyInput({
  currency,
  ...props
}: NumberInputProps & { /** Source of the currency. */ currency: string }) {
  const digits = useDecimals(currency);
  const format = useCallback(
    (minor: number | '' | null | undefined) =>
      minor == null || minor === '' ? '' : (minor / 10 ** digits).toFixed(digits),
    [digits],
  );
  const parse = (major: number | string) => (major === '' ? null : Math.round(Number(major) * 10 ** digits));
  return <NumberInput {...props} format={format} parse={parse} min={0} />;
}

/**
 * The currency of an amount. If somebody selects a currency with a different number of decimals, the displayed amount
 * stays as it was typed.
 */
export function CurrencyInput({
  amount,
  ...props
}: TextInputProps & { /** Source of the amount. */ amount: string }) {
  const { getValues, setValue } = useFormContext();
  const digits = useDecimals(props.source);
  const name = useWrappedSource(amount);
  // Called only when somebody types. When the program fills the form, the amount needs no conversion: it is already in
  // the minor units of the currency that comes with it.
  const rescale = (code: string) => {
    const minor = getValues(name) as number | null | undefined;
    const added = currencyDecimals(code) - digits;
    if (minor && added !== 0) setValue(name, Math.round(minor * 10 ** added), { shouldDirty: true });
  };
  return (
    <TextInput
      {...props}
      parse={upperCase}
      onChange={({ target }: { target: { value: string } }) => rescale(upperCase(target.value))}
    />
  );
}

/** Returns the number of decimals of the currency in the form. */
function useDecimals(currency: string): number {
  const code = useWatch({ name: useWrappedSource(currency) }) as string | null | undefined;
  return currencyDecimals(code ?? '');
}

function upperCase(text: string): string {
  return text.toUpperCase();
}
