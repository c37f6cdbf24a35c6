import { Box } from '@mui/material';
import {
  DataTable,
  DateField,
  FunctionField,
  Link,
  useLocale,
  useRecordContext,
  useTranslate,
} from 'react-admin';
import type { Dto } from '../api/types';
import { requestsPath } from '../resources/requests/request-path';
import { LocalTable } from './local-table';
import { useHistory } from './use-history';

type Refusal = Dto<'HolderRefusalDto'>;
type Holder = Partial<Dto<'CardDto'> & Dto<'UserDto'>>;

/** The latest refused requests, with the meaning of their codes. */
export function Refusals() {
  const { data, isPending } = useHistory();
  const locale = useLocale();
  return (
    <>
      <AllOfHolder />
      <LocalTable
        resource="holder-refusals"
        rows={data?.refusals}
        isPending={isPending}
        empty="panel.history.no_refusals"
      >
        <DataTable.Col source="at" label="panel.history.at">
          <DateField source="at" showTime />
        </DataTable.Col>
        <DataTable.Col source="code" label="panel.history.code" />
        <DataTable.Col label="panel.history.meaning">
          <FunctionField<Refusal> render={(refusal) => meaningOf(refusal, locale)} />
        </DataTable.Col>
        <DataTable.Col source="endpoint" label="panel.history.endpoint" />
        <DataTable.Col source="deviceId" label="panel.history.device" />
        <DataTable.Col source="ip" label="panel.history.ip" />
      </LocalTable>
    </>
  );
}

function AllOfHolder() {
  const holder = useRecordContext<Holder & { id: number }>();
  const translate = useTranslate();
  const exactName = holder?.card ?? holder?.username;
  if (exactName === undefined) return null;
  return (
    <Box sx={{ px: 2, pb: 1 }}>
      <Link to={requestsPath({ exactName })}>{translate('panel.requests.all_of_holder')}</Link>
    </Box>
  );
}

/** Returns the message of a refusal in the language of the panel. */
export function meaningOf({ en, zh }: Pick<Refusal, 'en' | 'zh'>, locale: string): string {
  return locale === 'zh' ? zh : en;
}
