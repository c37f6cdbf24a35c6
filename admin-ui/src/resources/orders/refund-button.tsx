import Undo from '@mui/icons-material/Undo';
import { RadioButtonGroupInput, required } from 'react-admin';
import { REFUND_MODES } from '../../api/choices';
import type { Dto } from '../../api/types';
import { ActionFormButton } from '../../components/action-form-button';

/** Marks the order in context as refunded, and freezes its unused cards or all of them. */
export function RefundButton() {
  return (
    <ActionFormButton<Dto<'RefundOrderDto'>>
      action="refund"
      icon={<Undo />}
      defaultValues={{ mode: 'unused' }}
    >
      <RadioButtonGroupInput
        source="mode"
        label="panel.orders.refund_mode"
        choices={REFUND_MODES}
        row={false}
        validate={required()}
        helperText="panel.orders.refund_help"
      />
    </ActionFormButton>
  );
}
