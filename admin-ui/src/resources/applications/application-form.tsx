import { Labeled, TabbedForm, type TabbedFormProps } from 'react-admin';
import { TabbedEditForm } from '../../components/edit-form';
import { SCROLLABLE_FORM_TABS } from '../../components/scrollable-tabs';
import { AppKeyField } from './app-key-field';
import {
  CompatInputs,
  GeneralInputs,
  PortalInputs,
  SessionInputs,
  SigningInputs,
  TextInputs,
  TrialInputs,
  UnbindingInputs,
} from './application-inputs';
import { PortalLinkPanel } from './portal-link-panel';
import { SecretPanel } from './secret-panel';
import { SigningKeyPanel } from './signing-key-panel';

interface ApplicationFormProps extends Omit<TabbedFormProps, 'children'> {
  /** True for a new application: it has additional inputs, but no key, secrets or link to the customer's page. */
  isNew?: boolean;
}

export function ApplicationForm({ isNew = false, ...props }: ApplicationFormProps) {
  const TabsForm = isNew ? TabbedForm : TabbedEditForm;
  return (
    <TabsForm tabs={SCROLLABLE_FORM_TABS} warnWhenUnsavedChanges {...props}>
      <TabbedForm.Tab label="panel.applications.tab.general">
        {!isNew && (
          <Labeled source="appKey">
            <AppKeyField />
          </Labeled>
        )}
        <GeneralInputs />
      </TabbedForm.Tab>
      <TabbedForm.Tab label="panel.applications.tab.signing" path="signing">
        <SigningInputs />
        {!isNew && <SecretPanel />}
        {!isNew && <SigningKeyPanel />}
      </TabbedForm.Tab>
      <TabbedForm.Tab label="panel.applications.tab.sessions" path="sessions">
        <SessionInputs />
      </TabbedForm.Tab>
      <TabbedForm.Tab label="panel.applications.tab.unbinding" path="unbinding">
        <UnbindingInputs />
      </TabbedForm.Tab>
      <TabbedForm.Tab label="panel.applications.tab.trials" path="trials">
        <TrialInputs />
      </TabbedForm.Tab>
      <TabbedForm.Tab label="panel.applications.tab.portal" path="portal">
        {!isNew && <PortalLinkPanel />}
        <PortalInputs />
      </TabbedForm.Tab>
      <TabbedForm.Tab label="panel.applications.tab.compat" path="compat">
        <CompatInputs isNew={isNew} />
      </TabbedForm.Tab>
      <TabbedForm.Tab label="panel.applications.tab.texts" path="texts">
        <TextInputs />
      </TabbedForm.Tab>
    </TabsForm>
  );
}
