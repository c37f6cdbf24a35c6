import type { ReactNode } from 'react';
import { TabbedForm, type TabbedFormProps } from 'react-admin';
import { TabbedEditForm } from '../../components/edit-form';
import { SCROLLABLE_FORM_TABS } from '../../components/scrollable-tabs';
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

interface ApplicationFormProps extends Omit<TabbedFormProps, 'children'> {
  /** Shown above the inputs of the first tab. */
  identity?: ReactNode;
  /** Shown below the signing inputs. */
  secret?: ReactNode;
  /** Shown above the inputs of the customer's page. */
  portalLink?: ReactNode;
  /** True for a new application, which has additional inputs. */
  isNew?: boolean;
}

export function ApplicationForm({
  identity,
  secret,
  portalLink,
  isNew = false,
  ...props
}: ApplicationFormProps) {
  const TabsForm = isNew ? TabbedForm : TabbedEditForm;
  return (
    <TabsForm tabs={SCROLLABLE_FORM_TABS} warnWhenUnsavedChanges {...props}>
      <TabbedForm.Tab label="panel.applications.tab.general">
        {identity}
        <GeneralInputs />
      </TabbedForm.Tab>
      <TabbedForm.Tab label="panel.applications.tab.signing" path="signing">
        <SigningInputs />
        {secret}
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
        {portalLink}
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
