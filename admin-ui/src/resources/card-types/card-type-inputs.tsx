import { maxLength, maxValue, minValue, NumberInput, required, SelectInput, TextInput } from 'react-admin';
import { FieldRow } from '../../components/form-layout';
import { USES_HOURS } from '../../components/uses-hours';
import { useWatch } from 'react-hook-form';
import { DURATION_UNITS } from '../../api/choices';
import type { CardType } from '../../api/types';
import { LimitInputs } from '../../holders/limit-inputs';
import { isMask } from '../cards/key-style';
import { KeyPreview } from '../cards/key-preview';
import { UnbindPolicyInputs } from './unbind-policy-inputs';

/** Defaults of a new card type. */
export const NEW_CARD_TYPE: Partial<CardType> = {
  durationUnit: 'months',
  durationAmount: 1,
  maxSessions: 1,
  maxDevices: 1,
  usesPeriod: 'none',
  features: {},
  offlineHours: 0,
  unbindPolicy: null,
  unbindHours: 0,
};

/** Inputs for the terms that cards get on creation. */
export function CardTypeInputs() {
  const unit = useWatch({ name: 'durationUnit' }) as CardType['durationUnit'] | undefined;
  const mask = useWatch({ name: 'keyMask' }) as string | null | undefined;
  return (
    <>
      <TextInput source="name" validate={[required(), maxLength(100)]} />
      <FieldRow>
        {unit !== 'permanent' && (
          <NumberInput
            source="durationAmount"
            validate={[required(), minValue(1), maxValue(52_596_000)]}
            min={1}
          />
        )}
        <SelectInput source="durationUnit" choices={DURATION_UNITS} validate={required()} />
      </FieldRow>
      <LimitInputs />
      <UnbindPolicyInputs />
      <TextInput source="keyMask" validate={isMask} helperText="panel.help.mask" />
      <KeyPreview mask={mask} />
      <TextInput source="priceNote" validate={maxLength(200)} helperText="panel.help.price" />
    </>
  );
}

/** Omits values of hidden inputs. A permanent duration has the amount 0. */
export function withoutHidden({ unbindHours, ...type }: Partial<CardType>): Partial<CardType> {
  const { durationUnit, unbindPolicy } = type;
  return {
    ...type,
    ...(durationUnit === 'permanent' && { durationAmount: 0 }),
    ...(unbindPolicy && USES_HOURS[unbindPolicy] && { unbindHours }),
  };
}
