import LinkOff from '@mui/icons-material/LinkOff';
import {
  DataTable,
  DateField,
  DeleteWithConfirmButton,
  List,
  ReferenceField,
  SelectField,
  SimpleList,
  useCanAccess,
} from 'react-admin';
import type { Dto } from '../../api/types';
import { TOKEN_ROLES } from '../../api/choices';
import { ApplicationsField } from '../../components/applications-field';
import { FilterBar, RecordFilter } from '../../components/filters';
import { useIsPhone } from '../../components/use-is-phone';

type ApiToken = Dto<'ApiTokenDto'>;

const FILTERS = (
  <FilterBar
    filters={[<RecordFilter key="adminId" source="adminId" reference="admins" nameField="email" />]}
  />
);

/** Lists the administrator's own tokens; owners see everybody's. */
export function ApiTokenList() {
  const isPhone = useIsPhone();
  const { canAccess: isOwner } = useCanAccess({ resource: 'admins', action: 'list' });
  return (
    <List sort={{ field: 'id', order: 'DESC' }} filters={isOwner ? FILTERS : undefined} exporter={false}>
      {isPhone ? <TokenCards /> : <TokenTable isOwner={isOwner ?? false} />}
    </List>
  );
}

function TokenTable({ isOwner }: { isOwner: boolean }) {
  return (
    <DataTable bulkActionButtons={false} rowClick={false}>
      <DataTable.Col source="name" />
      {isOwner && (
        <DataTable.Col source="adminId" disableSort>
          <ReferenceField source="adminId" reference="admins" />
        </DataTable.Col>
      )}
      <DataTable.Col source="role" disableSort>
        <SelectField source="role" choices={TOKEN_ROLES} />
      </DataTable.Col>
      <DataTable.Col source="applicationIds" disableSort field={ApplicationsField} />
      <DataTable.Col source="hint" disableSort render={({ hint }: ApiToken) => <code>{hint}…</code>} />
      <DataTable.Col source="expiresAt">
        <DateField source="expiresAt" emptyText="panel.no_end" />
      </DataTable.Col>
      <DataTable.Col source="lastUsedAt">
        <DateField source="lastUsedAt" emptyText="panel.never_yet" />
      </DataTable.Col>
      <DataTable.Col label="panel.api_tokens.revoke" disableSort field={RevokeButton} />
    </DataTable>
  );
}

function TokenCards() {
  return (
    <SimpleList<ApiToken>
      primaryText={({ name }) => name}
      secondaryText={<SelectField source="role" choices={TOKEN_ROLES} />}
      rightIcon={() => <RevokeButton />}
      rowClick={false}
    />
  );
}

function RevokeButton() {
  return (
    <DeleteWithConfirmButton
      label="panel.api_tokens.revoke"
      icon={<LinkOff />}
      mutationMode="pessimistic"
      redirect={false}
      confirmTitle="panel.api_tokens.revoke"
      confirmContent="panel.api_tokens.revoke_text"
    />
  );
}
