import { useDataProvider, useRecordContext, useRefresh, useTranslate } from 'react-admin';
import type { PanelDataProvider } from '../../api/data-provider';
import type { Dto, User } from '../../api/types';
import { FormDialog } from '../../components/form-dialog';
import { useActionToast } from '../../components/use-action-toast';
import { NewPasswordInput } from './new-password-input';

/** Sets a new password, which ends the user's sessions. */
export function PasswordDialog({ onClose }: { onClose: () => void }) {
  const record = useRecordContext<User>()!;
  const dataProvider = useDataProvider<PanelDataProvider>();
  const toast = useActionToast();
  const refresh = useRefresh();
  const translate = useTranslate();
  const setPassword = async (values: Dto<'UserPasswordDto'>) => {
    await dataProvider.act(`/users/${record.id}/password`, values);
    toast(translate('panel.did.password', { name: record.username }));
    refresh();
  };
  return (
    <FormDialog<Dto<'UserPasswordDto'>>
      open
      title={translate('panel.action.password')}
      submit="ra.action.save"
      onClose={onClose}
      onSubmit={setPassword}
    >
      <NewPasswordInput />
    </FormDialog>
  );
}
