import { TabbedShowLayout, TabbedShowLayoutTabs, useRecordContext } from 'react-admin';
import { BoundDevices } from './devices-tab';
import type { Holder } from './holder';
import { Changes } from './history-tab';
import { Refusals } from './refusals-tab';
import { HolderSessions } from './sessions-tab';
import { SpentCards } from './spent-cards-tab';
import { Consumptions } from './uses-tab';

/** Tabs with the related records and the history of a card or user. */
export function HolderTabs() {
  const record = useRecordContext<Holder>();
  return (
    <TabbedShowLayout
      tabs={<TabbedShowLayoutTabs variant="scrollable" scrollButtons="auto" allowScrollButtonsMobile />}
    >
      <TabbedShowLayout.Tab label="panel.holder.devices">
        <BoundDevices />
      </TabbedShowLayout.Tab>
      <TabbedShowLayout.Tab label="panel.holder.sessions" path="sessions">
        <HolderSessions />
      </TabbedShowLayout.Tab>
      {record && record.uses !== null && (
        <TabbedShowLayout.Tab label="panel.uses.title" path="uses">
          <Consumptions />
        </TabbedShowLayout.Tab>
      )}
      <TabbedShowLayout.Tab label="panel.history.refusals" path="refusals">
        <Refusals />
      </TabbedShowLayout.Tab>
      <TabbedShowLayout.Tab label="panel.history.title" path="history">
        <Changes />
      </TabbedShowLayout.Tab>
      <TabbedShowLayout.Tab label="panel.history.spent" path="spent">
        <SpentCards />
      </TabbedShowLayout.Tab>
    </TabbedShowLayout>
  );
}
