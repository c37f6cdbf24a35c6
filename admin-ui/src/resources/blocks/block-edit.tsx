import { Labeled, SelectField } from 'react-admin';
import { BLOCK_KINDS } from '../../api/choices';
import { EditForm } from '../../components/edit-form';
import { VersionedEdit } from '../../components/versioned-edit';
import { BlockInputs } from './block-inputs';
import { BlockedApplicationField } from './blocked-application-field';

export function BlockEdit() {
  return (
    <VersionedEdit redirect="list" actions={false}>
      <EditForm>
        <Labeled source="kind">
          <SelectField source="kind" choices={BLOCK_KINDS} />
        </Labeled>
        <Labeled source="applicationId">
          <BlockedApplicationField />
        </Labeled>
        <BlockInputs />
      </EditForm>
    </VersionedEdit>
  );
}
