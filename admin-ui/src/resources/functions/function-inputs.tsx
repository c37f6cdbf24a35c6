import { type ChangeEvent, useRef } from 'react';
import {
  maxValue,
  minValue,
  NumberInput,
  required,
  TextInput,
  useRecordContext,
  useTranslate,
} from 'react-admin';
import { FieldRow } from '../../components/form-layout';
import { useFormContext, useWatch } from 'react-hook-form';
import { RequiredFeatureInput } from '../../components/required-feature-input';
import { SwitchInput } from '../../components/switch-input';
import { useFunctionLimits } from './limits';
import { renameFunction } from './rename-function';

const COST = [required(), minValue(0), maxValue(1000)];

/** The function's name. The source must define a function of this name, so a new name is also inserted there. */
export function NameInput() {
  const { getValues, setValue } = useFormContext<{ name: string | null; source: string }>();
  const record = useRecordContext<{ id: number; name: string }>();
  /** Name and source before the name was edited, and the source with the new name. */
  const edit = useRef({ name: '', source: '', renamed: '' });
  const begin = () => {
    const { name, source } = getValues();
    // The user comes back to an unfinished edit, for example from another window.
    if (edit.current.name && source === edit.current.renamed && name !== record?.name) return;
    edit.current = { name: name || edit.current.name, source, renamed: source };
  };
  const rename = (event: ChangeEvent<HTMLInputElement> | string) => {
    const name = typeof event === 'string' ? event : event.target.value;
    // The form may have loaded a newer source.
    if (getValues('source') !== edit.current.renamed) edit.current.source = getValues('source');
    // Starts from the name before the edit: a name typed on the way to the new name may be that of another function.
    edit.current.renamed = renameFunction(edit.current.source, edit.current.name, name);
    setValue('source', edit.current.renamed, { shouldDirty: true });
  };
  return (
    <TextInput
      source="name"
      validate={required()}
      helperText="panel.functions.name_help"
      onFocus={begin}
      onChange={rename}
    />
  );
}

export function SettingsInputs() {
  const translate = useTranslate();
  const limits = useFunctionLimits();
  const cost = useWatch({ name: 'cost' }) as number | null | undefined;
  const atMost = (max: number | undefined) => translate('panel.functions.limit_help', { max: max ?? '…' });
  return (
    <>
      <SwitchInput source="enabled" helperText="panel.functions.enabled_help" />
      <FieldRow>
        <NumberInput source="timeoutMs" validate={minValue(1)} helperText={atMost(limits?.timeoutMs)} />
        <NumberInput source="memoryMb" validate={minValue(8)} helperText={atMost(limits?.memoryMb)} />
      </FieldRow>
      <NumberInput source="cost" validate={COST} helperText="panel.functions.cost_help" min={0} />
      <RequiredFeatureInput helperText="panel.functions.require_feature_help" />
      {Boolean(cost) && <SwitchInput source="trials" helperText="panel.functions.trials_help" />}
    </>
  );
}
