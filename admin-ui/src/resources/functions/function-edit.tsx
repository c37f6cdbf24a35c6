import { Stack } from '@mui/material';
import { TabbedForm } from 'react-admin';
import { FUNCTION_HISTORY } from '../../components/history/history';
import { VersionsTab } from '../../components/history/versions-tab';
import { SCROLLABLE_FORM_TABS } from '../../components/scrollable-tabs';
import { VersionedEdit } from '../../components/versioned-edit';
import { CallsTab } from './calls-tab';
import { NameInput, SettingsInputs } from './function-inputs';
import { Workbench } from './workbench';

/** Stays on the page after saving: a function is tested, changed and tested again. */
export function FunctionEdit() {
  return (
    <VersionedEdit redirect={false} actions={false}>
      <TabbedForm tabs={SCROLLABLE_FORM_TABS} warnWhenUnsavedChanges>
        <TabbedForm.Tab label="panel.functions.tab.source">
          <Workbench />
        </TabbedForm.Tab>
        <TabbedForm.Tab label="panel.functions.tab.settings" path="settings">
          <Stack sx={{ width: '100%', maxWidth: 600 }}>
            <NameInput />
            <SettingsInputs />
          </Stack>
        </TabbedForm.Tab>
        <TabbedForm.Tab label="panel.functions.tab.versions" path="versions">
          <VersionsTab of={FUNCTION_HISTORY} />
        </TabbedForm.Tab>
        <TabbedForm.Tab label="panel.functions.tab.calls" path="calls">
          <CallsTab />
        </TabbedForm.Tab>
      </TabbedForm>
    </VersionedEdit>
  );
}
