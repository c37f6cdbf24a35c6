import { Stack } from '@mui/material';
import { SimpleForm } from 'react-admin';
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
    <ApplicationCreate redirect="edit">
      <SimpleForm defaultValues={{ name: NAME, source: SOURCE, enabled: true, cost: 0, trials: false }}>
        <NameInput />
        <Workbench />
        <Stack sx={{ mt: 2, width: '100%' }}>
          <SettingsInputs />
        </Stack>
      </SimpleForm>
    </ApplicationCreate>
  );
}
