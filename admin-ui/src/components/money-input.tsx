import { useCallback } from 'react';
import { NumberInput, type NumberInputProps, useWrappedSource } from 'react-admin';
import { useWatch } from 'react-hook-form';
import { minorUnitDigits } from './money';

/** An amount that people enter in major units, such as 30.00, and that the API expects in minor units. */
export function MoneyInput({
  currency,
  ...props
}: NumberInputProps & { /** Source of the currency. */ currency: string }) {
  const code = useWatch({ name: useWrappedSource(currency) }) as string | null | undefined;
  const digits = minorUnitDigits(code ?? '');
  const format = useCallback(
    (minor: number | '' | null | undefined) =>
      minor == null || minor === '' ? '' : (minor / 10 ** digits).toFixed(digits),
    [digits],
  );
  const parse = (major: number | string) => (major === '' ? null : Math.round(Number(major) * 10 ** digits));
  return <NumberInput {...props} format={format} parse={parse} min={0} />;
}
