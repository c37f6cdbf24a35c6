import { useState } from 'react';
import {
  FormDataConsumer,
  maxLength,
  type RaRecord,
  required,
  SimpleForm,
  TextInput,
  usePermissions,
  useRedirect,
} from 'react-admin';
import type { Dto, Role } from '../../api/types';
import { ApplicationsInput } from '../../components/applications-input';
import { EpochInput } from '../../components/epoch-input';
import { RecordCreate } from '../../components/record-create';
import { RoleInput } from '../../components/role-input';
import { SecretDialog } from '../../components/secret-dialog';

const NINETY_DAYS_MS = 90 * 86_400_000;

export function ApiTokenCreate() {
  const { permissions: role, isPending } = usePermissions<Role>();
  const redirect = useRedirect();
  const [token, setToken] = useState<string>();
  const [defaults] = useState(() => ({
    role: 'viewer',
    applicationIds: [],
    expiresAt: Date.now() + NINETY_DAYS_MS,
  }));
  if (isPending) return null;
  return (
    <>
      <RecordCreate
        redirect={false}
        transform={limited}
        mutationOptions={{ onSuccess: (made: RaRecord) => setToken((made as Dto<'NewApiTokenDto'>).token) }}
      >
        <SimpleForm defaultValues={defaults}>
          <TextInput
            source="name"
            helperText="panel.api_tokens.name_help"
            validate={[required(), maxLength(100)]}
          />
          <RoleInput upTo={role} isOfToken />
          <FormDataConsumer<{ role?: Role }>>
            {({ formData }) =>
              formData.role !== 'owner' && (
                <ApplicationsInput helperText="panel.api_tokens.applications_help" />
              )
            }
          </FormDataConsumer>
          <EpochInput source="expiresAt" helperText="panel.api_tokens.expires_help" />
        </SimpleForm>
      </RecordCreate>
      {token !== undefined && (
        <SecretDialog
          secret={token}
          title="panel.api_tokens.created"
          label="panel.api_tokens.token"
          warning="panel.api_tokens.created_text"
          kept="panel.api_tokens.kept"
          onClose={() => redirect('list', 'api-tokens')}
        />
      )}
    </>
  );
}

/**
 * Omits the list of applications if it is empty, since a token without a list can access all applications. Always omits
 * it for the role owner, which cannot be limited.
 */
function limited({ applicationIds, ...token }: RaRecord): Omit<RaRecord, 'id'> {
  const isLimited = token.role !== 'owner' && (applicationIds as number[]).length > 0;
  return { ...token, ...(isLimited && { applicationIds }) };
}
