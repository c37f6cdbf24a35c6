import { BooleanField, NumberField, TabbedShowLayout, TextField } from 'react-admin';
import { RecordShow } from '../../components/record-show';
import { FUNCTION_HISTORY } from '../../components/history/history';
import { VersionsTab } from '../../components/history/versions-tab';
import { SCROLLABLE_SHOW_TABS } from '../../components/scrollable-tabs';
import { TimeField } from '../../components/time-field';
import { CallsTab } from './calls-tab';
import { SERVER_LIMIT } from './limits';
import { SourceField } from './source-field';

/** Read-only page for administrators without edit permission. */
export function FunctionShow() {
  return (
    <RecordShow>
      <TabbedShowLayout tabs={SCROLLABLE_SHOW_TABS}>
        <TabbedShowLayout.Tab label="panel.functions.tab.source">
          <SourceField />
        </TabbedShowLayout.Tab>
        <TabbedShowLayout.Tab label="panel.functions.tab.settings" path="settings">
          <TextField source="name" />
          <BooleanField source="enabled" />
          <NumberField source="version" />
          <NumberField source="timeoutMs" emptyText={SERVER_LIMIT} />
          <NumberField source="memoryMb" emptyText={SERVER_LIMIT} />
          <NumberField source="cost" />
          <TextField source="requireFeature" emptyText="–" />
          <BooleanField source="trials" />
          <TimeField source="createdAt" />
          <TimeField source="updatedAt" />
        </TabbedShowLayout.Tab>
        <TabbedShowLayout.Tab label="panel.functions.tab.versions" path="versions">
          <VersionsTab of={FUNCTION_HISTORY} />
        </TabbedShowLayout.Tab>
        <TabbedShowLayout.Tab label="panel.functions.tab.calls" path="calls">
          <CallsTab />
        </TabbedShowLayout.Tab>
      </TabbedShowLayout>
    </RecordShow>
  );
}
