import Publish from '@mui/icons-material/Publish';
import { useState } from 'react';
import {
  Button,
  useCanAccess,
  useDataProvider,
  useNotify,
  useRecordContext,
  useRefresh,
  useTranslate,
  useUpdate,
} from 'react-admin';
import { isConflict } from '../../api/is-conflict';
import type { Dto } from '../../api/types';
import { ConfirmDialog } from '../../components/confirm-dialog';
import { stopPropagation } from '../../components/stop-propagation';
import { useActionToast } from '../../components/use-action-toast';
import { useNotifyError } from '../../components/use-notify-error';

/** Releases a draft, so that clients can get it. */
export function PublishButton() {
  const version = useRecordContext<Dto<'SoftwareVersionDto'>>();
  const { canAccess } = useCanAccess({ resource: 'versions', action: 'edit' });
  const [update, { isPending }] = useUpdate<Dto<'SoftwareVersionDto'>>();
  const notify = useNotify();
  const dataProvider = useDataProvider();
  const toast = useActionToast();
  const notifyError = useNotifyError();
  const refresh = useRefresh();
  const translate = useTranslate();
  const [asking, setAsking] = useState(false);
  if (!version || version.released || !canAccess) return null;

  const publish = async () => {
    try {
      const published = await update(
        'versions',
        { id: version.id, data: { released: true }, previousData: version },
        { mutationMode: 'pessimistic', returnPromise: true },
      );
      toast(translate('panel.versions.published', { version: version.version }), async () => {
        const data = { released: false };
        await dataProvider.update('versions', { id: version.id, data, previousData: published });
        refresh();
      });
      refresh();
    } catch (error) {
      if (isConflict(error)) {
        notify('panel.stale.message', { type: 'warning' });
        refresh();
      } else notifyError(error);
    } finally {
      setAsking(false);
    }
  };
  const { version: name, channel } = version;
  return (
    <span onClick={stopPropagation} role="presentation">
      <Button label="panel.versions.publish" onClick={() => setAsking(true)}>
        <Publish />
      </Button>
      <ConfirmDialog
        isOpen={asking}
        loading={isPending}
        title={translate('panel.versions.publish_title', { version: name })}
        content={translate(
          version.forced ? 'panel.versions.publish_forced' : 'panel.versions.publish_content',
          {
            version: name,
            channel,
          },
        )}
        confirm="panel.versions.publish"
        onConfirm={() => void publish()}
        onClose={() => setAsking(false)}
      />
    </span>
  );
}
