import { Box, Link as MuiLink } from '@mui/material';
import type { ReactNode } from 'react';
import { DataTable, FunctionField, SimpleList, useListContext, useLocale, useTranslate } from 'react-admin';
import type { Dto } from '../../api/types';
import { EmptyText } from '../../components/empty-text';
import { RelativeTime } from '../../components/relative-time';
import { stopPropagation } from '../../components/stop-propagation';
import { useIsPhone } from '../../components/use-is-phone';
import { meaningOf } from '../../holders/refusal-meaning';
import { BlockIconButton } from './block-buttons';
import type { RequestFilter } from './request-path';
import { RequestedName } from './requested-name';

type Request = Dto<'RefusalDto'>;

/** The refused requests; a click on one explains it. */
export function RequestTable({ onOpen }: { onOpen: (request: Request) => void }) {
  const isPhone = useIsPhone();
  const locale = useLocale();
  const { filterValues } = useListContext();
  const isFiltered = Object.keys(filterValues).some((field) => field !== 'period');
  const empty = (
    <EmptyText text={isFiltered ? 'panel.requests.none_matches' : 'panel.requests.none_recorded'} />
  );
  if (isPhone) {
    return (
      <SimpleList<Request>
        primaryText={(request) => (
          <TextButton onClick={() => onOpen(request)}>{meaningOf(request, locale)}</TextButton>
        )}
        secondaryText={(request) => (
          <>
            <RelativeTime at={request.at} /> · <RequestedName request={request} />
            <br />
            {[request.deviceId, request.ip, request.version].filter(Boolean).join(' · ')}
          </>
        )}
        rowClick={false}
        empty={empty}
      />
    );
  }
  return (
    <DataTable<Request>
      bulkActionButtons={false}
      rowClick={(_id, _resource, record) => {
        onOpen(record as Request);
        return false;
      }}
      empty={empty}
    >
      <DataTable.Col source="at" sx={{ whiteSpace: 'nowrap' }}>
        <FunctionField<Request>
          render={(request) => (
            <TextButton onClick={() => onOpen(request)}>
              <RelativeTime at={request.at} />
            </TextButton>
          )}
        />
      </DataTable.Col>
      <DataTable.Col source="code" disableSort>
        <FunctionField<Request> render={(request) => `${request.code} ${meaningOf(request, locale)}`} />
      </DataTable.Col>
      <DataTable.Col source="name" disableSort>
        <FunctionField<Request> render={(request) => <RequestedName request={request} />} />
      </DataTable.Col>
      <DataTable.Col source="deviceId" disableSort>
        <FunctionField<Request> render={({ deviceId }) => <Filtering field="deviceId" value={deviceId} />} />
      </DataTable.Col>
      <DataTable.Col source="ip" disableSort sx={{ whiteSpace: 'nowrap' }}>
        <FunctionField<Request>
          render={({ ip }) => (
            <>
              <Filtering field="ip" value={ip} /> <BlockIconButton kind="ip" pattern={ip} />
            </>
          )}
        />
      </DataTable.Col>
      <DataTable.Col source="version" disableSort>
        <FunctionField<Request> render={({ version }) => <Filtering field="version" value={version} />} />
      </DataTable.Col>
    </DataTable>
  );
}

interface FilteringProps {
  field: keyof RequestFilter;
  value: string | null;
}

/** A value of a request. A click on it limits the list to requests with this value. */
function Filtering({ field, value }: FilteringProps) {
  const translate = useTranslate();
  const { filterValues, setFilters, displayedFilters } = useListContext();
  if (value === null) return '–';
  return (
    <TextButton
      title={translate('panel.requests.only_this')}
      onClick={() => setFilters({ ...filterValues, [field]: value }, displayedFilters)}
    >
      {value}
    </TextButton>
  );
}

interface TextButtonProps {
  title?: string;
  onClick: () => void;
  children: ReactNode;
}

function TextButton({ title, onClick, children }: TextButtonProps) {
  return (
    <MuiLink
      component="button"
      type="button"
      variant="body2"
      title={title}
      underline="hover"
      onClick={(event) => {
        stopPropagation(event);
        onClick();
      }}
      sx={{ textAlign: 'start', overflowWrap: 'anywhere', verticalAlign: 'baseline' }}
    >
      <Box component="span">{children}</Box>
    </MuiLink>
  );
}
