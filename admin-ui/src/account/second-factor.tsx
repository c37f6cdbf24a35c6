import { Alert, Box, Button } from '@mui/material';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useDataProvider, useNotify, useTranslate } from 'react-admin';
import { messageKey } from '../i18n/message-key';
import type { PanelDataProvider } from '../api/data-provider';
import type { Dto } from '../api/types';
import { EnrolmentDialog } from './enrolment-dialog';
import { PasswordDialog } from './password-dialog';
import { RecoveryCodesDialog } from './recovery-codes-dialog';

/** The action to perform once the password has been entered. */
type Wish = 'on' | 'off' | 'codes';

/** Turns the administrator's own one-time passwords on and off, and renews the recovery codes. */
export function SecondFactor({ isOn }: { isOn: boolean }) {
  const translate = useTranslate();
  const notify = useNotify();
  const dataProvider = useDataProvider<PanelDataProvider>();
  const queryClient = useQueryClient();
  const [wish, setWish] = useState<Wish>();
  const [key, setKey] = useState<Dto<'TotpKeyDto'>>();
  const [codes, setCodes] = useState<string[]>();

  const fulfil = async (currentPassword: string) => {
    const body = { currentPassword };
    if (wish === 'on') setKey(await dataProvider.act<Dto<'TotpKeyDto'>>('/auth/totp', body));
    if (wish === 'codes') {
      const made = await dataProvider.act<Dto<'RecoveryCodesDto'>>('/auth/totp/recovery-codes', body);
      setCodes(made.recoveryCodes);
    }
    if (wish === 'off') {
      await dataProvider.act('/auth/totp/off', body);
      notify('panel.account.totp.is_off');
      await queryClient.invalidateQueries({ queryKey: ['read', '/auth/me'] });
    }
  };
  const confirm = async (code: string) => {
    const { recoveryCodes } = await dataProvider.act<Dto<'RecoveryCodesDto'>>('/auth/totp/confirm', { code });
    setKey(undefined);
    setCodes(recoveryCodes);
    await queryClient.invalidateQueries({ queryKey: ['read', '/auth/me'] });
  };

  return (
    <>
      <Alert severity={isOn ? 'success' : 'info'} sx={{ mb: 2 }}>
        {translate(isOn ? 'panel.account.totp.on_text' : 'panel.account.totp.off_text')}
      </Alert>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        {isOn ? (
          <>
            <Button variant="outlined" onClick={() => setWish('codes')}>
              {translate('panel.account.totp.codes')}
            </Button>
            <Button variant="outlined" color="error" onClick={() => setWish('off')}>
              {translate('panel.account.totp.off')}
            </Button>
          </>
        ) : (
          <Button variant="contained" onClick={() => setWish('on')}>
            {translate('panel.account.totp.on')}
          </Button>
        )}
      </Box>
      {wish && (
        <PasswordDialog
          title={translate(messageKey(`panel.account.totp.${wish}`))}
          onClose={() => setWish(undefined)}
          onPassword={fulfil}
        />
      )}
      {key && <EnrolmentDialog totp={key} onClose={() => setKey(undefined)} onCode={confirm} />}
      {codes && <RecoveryCodesDialog codes={codes} onClose={() => setCodes(undefined)} />}
    </>
  );
}
