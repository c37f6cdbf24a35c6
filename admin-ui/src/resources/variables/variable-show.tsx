import { BooleanField, DateField, Show, SimpleShowLayout, TextField } from 'react-admin';
import { LongTextField } from '../../components/long-text-field';
import { CheckRuleField } from './check-rule-field';

/** Read-only page for administrators without edit permission. */
export function VariableShow() {
  return (
    <Show>
      <SimpleShowLayout>
        <TextField source="key" />
        <LongTextField source="value" />
        <CheckRuleField source="checkRule" />
        <BooleanField source="cardAuth" />
        <TextField source="requireFeature" emptyText="–" />
        <BooleanField source="trials" />
        <DateField source="createdAt" showTime />
        <DateField source="updatedAt" showTime />
      </SimpleShowLayout>
    </Show>
  );
}
