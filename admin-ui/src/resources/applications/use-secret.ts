import { useState } from 'react';
import { useCanAccess, useDataProvider } from 'react-admin';
import type { PanelDataProvider } from '../../api/data-provider';
import type { Dto } from '../../api/types';
import { useNotifyError } from '../../components/use-notify-error';

/** Returns the signing secret of an application once it has been revealed, which requires permission. */
export function useSecret(applicationId: number | undefined) {
  const dataProvider = useDataProvider<PanelDataProvider>();
  const notifyError = useNotifyError();
  const { canAccess: mayReveal = false } = useCanAccess({
    resource: 'applications',
    action: 'reveal-secret',
  });
  const [known, setKnown] = useState<{ applicationId: number; secret: string }>();

  const reveal = async () => {
    if (applicationId === undefined) return;
    try {
      const { appSecret } = await dataProvider.act<Dto<'SecretDto'>>(
        `/applications/${applicationId}/reveal-secret`,
      );
      setKnown({ applicationId, secret: appSecret });
    } catch (error) {
      notifyError(error);
    }
  };
  return {
    secret: known?.applicationId === applicationId ? known?.secret : undefined,
    mayReveal,
    reveal,
    hide: () => setKnown(undefined),
    replace: (secret: string) => applicationId !== undefined && setKnown({ applicationId, secret }),
  };
}
