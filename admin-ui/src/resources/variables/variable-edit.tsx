import { TabbedForm } from 'react-admin';
import { FormColumn } from '../../components/form-layout';
import { VARIABLE_HISTORY } from '../../components/history/history';
import { VersionsTab } from '../../components/history/versions-tab';
import { SCROLLABLE_FORM_TABS } from '../../components/scrollable-tabs';
import { TabbedEditForm } from '../../components/edit-form';
import { VersionedEdit } from '../../components/versioned-edit';
import { VariableInputs } from './variable-inputs';

export function VariableEdit() {
  return (
    <VersionedEdit isWide redirect="list" actions={false}>
      <TabbedEditForm tabs={SCROLLABLE_FORM_TABS} warnWhenUnsavedChanges>
        <TabbedForm.Tab label="panel.variables.tab.variable">
          <FormColumn>
            <VariableInputs />
          </FormColumn>
        </TabbedForm.Tab>
        <TabbedForm.Tab label="panel.variables.tab.versions" path="versions">
          <VersionsTab of={VARIABLE_HISTORY} />
        </TabbedForm.Tab>
      </TabbedEditForm>
    </VersionedEdit>
  );
}
