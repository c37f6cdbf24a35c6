import { Box } from '@mui/material';
import { useState } from 'react';
import type { Dto } from '../../api/types';
import { ApplicationList } from '../../components/application-list';
import { FilterBar, SearchField, TextFilter, TimeFilter } from '../../components/filters';
import { trimmed } from '../../components/values';
import { DeviceLookupHint } from '../devices/device-lookup-hint';
import { Leaderboards } from './leaderboards';
import { PeriodChoice } from './period-choice';
import { RequestDrawer } from './request-drawer';
import { RequestTable } from './request-table';

const REFRESH_MS = 10_000;

const FILTERS = (
  <FilterBar
    search={<SearchField source="name" label="panel.requests.filter.name_begins" parse={trimmed} />}
    filters={[
      <TextFilter key="deviceId" source="deviceId" label="panel.filter.device_is" parse={trimmed} />,
      <TextFilter key="ip" source="ip" label="panel.filter.ip_is" parse={trimmed} />,
      <TextFilter
        key="code"
        source="code"
        label="panel.requests.filter.code"
        type="number"
        parse={(text) => (text === '' ? undefined : Number(text))}
      />,
      <TextFilter key="version" source="version" label="panel.requests.filter.version" parse={trimmed} />,
      <TextFilter key="exactName" source="exactName" label="panel.requests.filter.name_is" parse={trimmed} />,
      <TimeFilter key="from" source="from" label="panel.requests.filter.from" replaces="period" />,
      <TimeFilter key="before" source="before" label="panel.requests.filter.before" replaces="period" />,
    ]}
  />
);

/** Refused requests of the selected application, and rankings of their sources. */
export function RequestList() {
  const [opened, open] = useState<Dto<'RefusalDto'>>();
  return (
    <ApplicationList
      filters={FILTERS}
      filterDefaultValues={{ period: '24h' }}
      sort={{ field: 'at', order: 'DESC' }}
      perPage={25}
      // Each visit begins with the last 24 hours.
      storeKey={false}
      empty={false}
      queryOptions={{ refetchInterval: REFRESH_MS }}
      actions={false}
    >
      <Box sx={{ p: 2, pb: 0 }}>
        <PeriodChoice />
      </Box>
      <Leaderboards />
      <DeviceLookupHint />
      <RequestTable onOpen={open} />
      <RequestDrawer request={opened} onClose={() => open(undefined)} />
    </ApplicationList>
  );
}
