import { Labeled, SelectField, SimpleForm } from 'react-admin';
import { VersionedEdit } from '../../components/versioned-edit';
import { BlockInputs } from './block-inputs';
import { BlockedApplicationField } from './blocked-application-field';
import { KINDS } from './kinds';

export function BlockEdit() {
  return (
    <VersionedEdit redirect="list" actions={false}>
      <SimpleForm>
        <Labeled source="kind">
          <SelectField source="kind" choices={KINDS} />
        </Labeled>
        <Labeled source="applicationId">
          <BlockedApplicationField />
        </Labeled>
        <BlockInputs />
      </SimpleForm>
    </VersionedEdit>
  );
}
