import { type RaRecord, required, SelectInput, SimpleForm, usePermissions } from 'react-admin';
import { BLOCK_KINDS } from '../../api/choices';
import { ApplicationCreate } from '../../components/application-create';
import { SwitchInput } from '../../components/switch-input';
import { useApplication } from '../../layout/application-context';
import { BlockInputs } from './block-inputs';

/** Creates a block; its kind and application cannot be changed later. */
export function BlockCreate() {
  const { permissions: role } = usePermissions<string>();
  const application = useApplication();
  const place = ({ everywhere, ...block }: RaRecord) => ({
    ...block,
    applicationId: everywhere ? null : application?.id,
  });
  return (
    <ApplicationCreate transform={place}>
      <SimpleForm defaultValues={{ kind: 'card' }}>
        <SelectInput source="kind" choices={BLOCK_KINDS} validate={required()} />
        <BlockInputs />
        {role === 'owner' && (
          <SwitchInput
            source="everywhere"
            label="panel.blocks.everywhere"
            helperText="panel.blocks.everywhere_help"
          />
        )}
      </SimpleForm>
    </ApplicationCreate>
  );
}
