import { SimpleForm } from 'react-admin';
import { FormColumn } from '../../components/form-layout';
import { ApplicationCreate } from '../../components/application-create';
import { NameInput, SettingsInputs } from './function-inputs';
import { Workbench } from './workbench';

const NAME = 'hello';
const SOURCE = `function ${NAME}(name) {
  console.log('called at', context.server_time);
  return 'Hello, ' + name;
}
`;

export function FunctionCreate() {
  return (
    <ApplicationCreate redirect="edit" sx={WHOLE_WIDTH}>
      <SimpleForm defaultValues={{ name: NAME, source: SOURCE, enabled: true, cost: 0, trials: false }}>
        <FormColumn>
          <NameInput />
        </FormColumn>
        <Workbench />
        <FormColumn>
          <SettingsInputs />
        </FormColumn>
      </SimpleForm>
    </ApplicationCreate>
  );
}

const WHOLE_WIDTH = { '& .RaCreate-main': { maxWidth: 'none' } };
