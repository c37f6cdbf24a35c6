import { useState } from 'react';
import { maxValue, minValue, NumberInput, required, useRecordContext, useTranslate } from 'react-admin';
import type { Dto } from '../api/types';
import { notZero } from '../components/field-rules';
import { FormDialog } from '../components/form-dialog';
import { useRecordAction } from '../components/use-record-action';
import type { Holder } from './holder';

export type UsesChange = Dto<'AddUsesDto'>;

const MAX_USES = 1_000_000_000;
const ADDED = [required(), notZero, minValue(-MAX_USES), maxValue(MAX_USES)];
const LEFT = [required(), minValue(0), maxValue(MAX_USES)];

/** Asks how many uses to add to the counted card or user in context. */
export function AddUsesDialog({ onClose }: { onClose: () => void }) {
  // The version that the user saw: the page may read a newer one while the dialog is open.
  const [{ rowVersion }] = useState(useRecordContext<Holder>()!);
  const act = useRecordAction('add-uses');
  const translate = useTranslate();
  return (
    <FormDialog<UsesChange>
      open
      title={translate('panel.action.add-uses')}
      submit="panel.add_time.submit"
      onClose={onClose}
      onSubmit={(values) => act!({ ...values, rowVersion })}
    >
      <UsesInput />
    </FormDialog>
  );
}

/** Asks for the new number of remaining uses of the counted card or user in context. */
export function SetUsesDialog({ onClose }: { onClose: () => void }) {
  const act = useRecordAction('set-uses');
  const translate = useTranslate();
  return (
    <FormDialog<Dto<'SetUsesDto'>>
      open
      title={translate('panel.action.set-uses')}
      submit="ra.action.save"
      onClose={onClose}
      onSubmit={(values) => act!(values)}
    >
      <NumberInput
        source="left"
        label="panel.uses.left"
        helperText="panel.uses.left_help"
        validate={LEFT}
        min={0}
        autoFocus
      />
    </FormDialog>
  );
}

/** The number of uses to add; a negative number removes uses. */
export function UsesInput() {
  return (
    <NumberInput
      source="uses"
      label="panel.uses.add"
      helperText="panel.uses.add_help"
      validate={ADDED}
      autoFocus
    />
  );
}
