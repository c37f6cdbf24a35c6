import Exposure from '@mui/icons-material/Exposure';
import PinOutlined from '@mui/icons-material/PinOutlined';
import { maxValue, minValue, NumberInput, required, useRecordContext } from 'react-admin';
import type { Dto } from '../api/types';
import { ActionFormButton } from '../components/action-form-button';
import { notZero } from '../components/field-rules';
import type { Holder } from './holder';

export type UsesChange = Dto<'AddUsesDto'>;

const MAX_USES = 1_000_000_000;
const ADDED = [required(), notZero, minValue(-MAX_USES), maxValue(MAX_USES)];
const LEFT = [required(), minValue(0), maxValue(MAX_USES)];

/** Actions on the uses of a counted card or user. */
export function UsesButtons() {
  const record = useRecordContext<Holder>();
  if (!record || record.uses === null) return null;
  return (
    <>
      <ActionFormButton<UsesChange> action="add-uses" icon={<Exposure />} submit="panel.add_time.submit">
        <UsesInput />
      </ActionFormButton>
      <ActionFormButton<Dto<'SetUsesDto'>> action="set-uses" icon={<PinOutlined />} submit="ra.action.save">
        <NumberInput
          source="left"
          label="panel.uses.left"
          helperText="panel.uses.left_help"
          validate={LEFT}
          min={0}
          autoFocus
        />
      </ActionFormButton>
    </>
  );
}

/** The number of uses to add, or to take away when negative. */
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
