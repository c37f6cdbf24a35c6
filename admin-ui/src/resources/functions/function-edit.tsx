import { TabbedForm } from 'react-admin';
import { FormColumn } from '../../components/form-layout';
import { FUNCTION_HISTORY } from '../../components/history/history';
import { VersionsTab } from '../../components/history/versions-tab';
import { SCROLLABLE_FORM_TABS } from '../../components/scrollable-tabs';
import { TabbedEditForm } from '../../components/edit-form';
import { VersionedEdit } from '../../components/versioned-edit';
import { CallsTab } from './calls-tab';
import { NameInput, SettingsInputs } from './function-inputs';
import { Workbench } from './workbench';

/** Stays on the page after saving: a function is tested, changed and tested again. */
export function FunctionEdit() {
  return (
    <VersionedEdit isWide redirect={false} actions={false}>
      <TabbedEditForm tabs={SCROLLABLE_FORM_TABS} warnWhenUnsavedChanges>
        <TabbedForm.Tab label="panel.functions.tab.source">
          <Workbench />
        </TabbedForm.Tab>
        <TabbedForm.Tab label="panel.functions.tab.settings" path="settings">
          <FormColumn>
            <NameInput />
            <SettingsInputs />
          </FormColumn>
        </TabbedForm.Tab>
        <TabbedForm.Tab label="panel.functions.tab.versions" path="versions">
          <VersionsTab of={FUNCTION_HISTORY} />
        </TabbedForm.Tab>
        <TabbedForm.Tab label="panel.functions.tab.calls" path="calls">
          <CallsTab />
        </TabbedForm.Tab>
      </TabbedEditForm>
    </VersionedEdit>
  );
}
