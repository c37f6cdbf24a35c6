import { BooleanField, NumberField, TabbedShowLayout, TextField } from 'react-admin';
import { RecordShow } from '../../components/record-show';
import { VARIABLE_HISTORY } from '../../components/history/history';
import { VersionsTab } from '../../components/history/versions-tab';
import { LongTextField } from '../../components/long-text-field';
import { SCROLLABLE_SHOW_TABS } from '../../components/scrollable-tabs';
import { TimeField } from '../../components/time-field';
import { CheckRuleField } from './check-rule-field';

/** Read-only page for administrators without edit permission. */
export function VariableShow() {
  return (
    <RecordShow>
      <TabbedShowLayout tabs={SCROLLABLE_SHOW_TABS}>
        <TabbedShowLayout.Tab label="panel.variables.tab.variable">
          <TextField source="key" />
          <LongTextField source="value" />
          <NumberField source="version" />
          <CheckRuleField source="checkRule" />
          <BooleanField source="cardAuth" />
          <TextField source="requireFeature" emptyText="–" />
          <BooleanField source="trials" />
          <TimeField source="createdAt" />
          <TimeField source="updatedAt" />
        </TabbedShowLayout.Tab>
        <TabbedShowLayout.Tab label="panel.variables.tab.versions" path="versions">
          <VersionsTab of={VARIABLE_HISTORY} />
        </TabbedShowLayout.Tab>
      </TabbedShowLayout>
    </RecordShow>
  );
}
