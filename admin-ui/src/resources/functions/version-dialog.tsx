import { Button, Dialog, DialogActions, DialogContent, DialogTitle, Tab, Tabs } from '@mui/material';
import { useState } from 'react';
import {
  Confirm,
  HttpError,
  useCanAccess,
  useDataProvider,
  useNotify,
  useRefresh,
  useTranslate,
} from 'react-admin';
import type { PanelDataProvider } from '../../api/data-provider';
import type { Dto } from '../../api/types';
import { useRead } from '../../api/use-read';
import { LazyCodeEditor } from '../../components/lazy-code-editor';
import { useNotifyError } from '../../components/use-notify-error';
import { LineDiff } from './line-diff';

interface VersionDialogProps {
  current: Dto<'RemoteFunctionDto'>;
  version: number;
  onClose: () => void;
}

/** A version's source and its diff to the current one, with a restore button. */
export function VersionDialog({ current, version, onClose }: VersionDialogProps) {
  const translate = useTranslate();
  const [view, setView] = useState<'differences' | 'source'>('differences');
  // Not `useGetOne`: it would start with the row of the list, which has no source.
  const { data } = useRead<Dto<'FunctionVersionDto'>>(`/functions/${current.id}/versions/${version}`);
  return (
    <Dialog open onClose={onClose} aria-labelledby="version-title" maxWidth="lg" fullWidth>
      <DialogTitle id="version-title">{translate('panel.functions.versions.title', { version })}</DialogTitle>
      <DialogContent>
        <Tabs value={view} onChange={(_, next: typeof view) => setView(next)}>
          <Tab value="differences" label={translate('panel.functions.versions.differences')} />
          <Tab value="source" label={translate('resources.functions.fields.source')} />
        </Tabs>
        {data && view === 'source' && (
          <LazyCodeEditor label={translate('resources.functions.fields.source')} value={data.source} />
        )}
        {data && view === 'differences' && <LineDiff before={data.source} after={current.source} />}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{translate('ra.action.close')}</Button>
        {version !== current.version && (
          <RestoreButton current={current} version={version} onDone={onClose} />
        )}
      </DialogActions>
    </Dialog>
  );
}

function RestoreButton({
  current,
  version,
  onDone,
}: Omit<VersionDialogProps, 'onClose'> & { onDone: () => void }) {
  const { canAccess } = useCanAccess({ resource: 'functions', action: 'versions/{version}/restore' });
  const dataProvider = useDataProvider<PanelDataProvider>();
  const translate = useTranslate();
  const notify = useNotify();
  const notifyError = useNotifyError();
  const refresh = useRefresh();
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  if (!canAccess) return null;

  const restore = async () => {
    setBusy(true);
    try {
      const path = `/functions/${current.id}/versions/${version}/restore`;
      await dataProvider.act(path, { rowVersion: current.rowVersion });
      notify('panel.functions.versions.restored', { type: 'success', messageArgs: { version } });
      refresh();
      onDone();
    } catch (error) {
      setBusy(false);
      setAsking(false);
      if (error instanceof HttpError && error.body?.code === 'record_changed')
        notify('panel.stale.message', { type: 'warning' });
      else notifyError(error);
    }
  };
  return (
    <>
      <Button variant="contained" onClick={() => setAsking(true)}>
        {translate('panel.functions.versions.restore')}
      </Button>
      <Confirm
        isOpen={asking}
        loading={busy}
        title={translate('panel.functions.versions.restore_title', { version })}
        content="panel.functions.versions.restore_content"
        onConfirm={() => void restore()}
        onClose={() => setAsking(false)}
      />
    </>
  );
}
