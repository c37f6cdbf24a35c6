import { BooleanField, DateField, NumberField, Show, TabbedShowLayout, TextField } from 'react-admin';
import { SCROLLABLE_SHOW_TABS } from '../../components/scrollable-tabs';
import { CallsTab } from './calls-tab';
import { SERVER_LIMIT } from './limits';
import { SourceField } from './source-field';
import { VersionsTab } from './versions-tab';

/** Read-only page for administrators without edit permission. */
export function FunctionShow() {
  return (
    <Show>
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
          <DateField source="createdAt" showTime />
          <DateField source="updatedAt" showTime />
        </TabbedShowLayout.Tab>
        <TabbedShowLayout.Tab label="panel.functions.tab.versions" path="versions">
          <VersionsTab />
        </TabbedShowLayout.Tab>
        <TabbedShowLayout.Tab label="panel.functions.tab.calls" path="calls">
          <CallsTab />
        </TabbedShowLayout.Tab>
      </TabbedShowLayout>
    </Show>
  );
}
