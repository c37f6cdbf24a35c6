import { Button, Dialog, DialogActions, DialogContent, DialogTitle, Tab, Tabs } from '@mui/material';
import { useState } from 'react';
import { useCanAccess, useDataProvider, useNotify, useRefresh, useTranslate } from 'react-admin';
import { useFormContext, type UseFormReturn } from 'react-hook-form';
import { isConflict } from '../../api/is-conflict';
import type { PanelDataProvider } from '../../api/data-provider';
import { useRead } from '../../api/use-read';
import { ConfirmDialog } from '../confirm-dialog';
import { LazyCodeEditor } from '../lazy-code-editor';
import { Output } from '../output';
import { useNotifyError } from '../use-notify-error';
import type { History, KeptVersion, Versioned } from './history';
import { LineDiff } from './line-diff';

interface VersionDialogProps {
  of: History;
  /** The record with its current text. */
  current: Versioned;
  version: number;
  onClose: () => void;
}

/** The text of a version and its differences from the current text, with a restore button. */
export function VersionDialog({ of, current, version, onClose }: VersionDialogProps) {
  const translate = useTranslate();
  const [view, setView] = useState<'differences' | 'text'>('differences');
  // Not `useGetOne`: it would first return the row that the list has loaded, which has no text.
  const { data } = useRead<KeptVersion>(`/${of.resource}/${current.id}/versions/${version}`);
  const label = translate(of.label);
  const text = data?.[of.field];
  return (
    <Dialog open onClose={onClose} aria-labelledby="version-title" maxWidth="lg" fullWidth>
      <DialogTitle id="version-title">{translate('panel.history.title', { version })}</DialogTitle>
      <DialogContent>
        <Tabs value={view} onChange={(_, next: typeof view) => setView(next)}>
          <Tab value="differences" label={translate('panel.history.differences')} />
          <Tab value="text" label={label} />
        </Tabs>
        {text !== undefined && view === 'text' && of.field === 'source' && (
          <LazyCodeEditor label={label} value={text} />
        )}
        {text !== undefined && view === 'text' && of.field === 'value' && (
          <Output label={label} text={text} />
        )}
        {text !== undefined && view === 'differences' && (
          <LineDiff before={text} after={current[of.field] ?? ''} />
        )}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{translate('ra.action.close')}</Button>
        {version !== current.version && (
          <RestoreButton of={of} current={current} version={version} onClose={onClose} />
        )}
      </DialogActions>
    </Dialog>
  );
}

function RestoreButton({ of, current, version, onClose }: VersionDialogProps) {
  const { canAccess } = useCanAccess({ resource: of.resource, action: 'versions/{version}/restore' });
  const dataProvider = useDataProvider<PanelDataProvider>();
  const translate = useTranslate();
  const notify = useNotify();
  const notifyError = useNotifyError();
  const refresh = useRefresh();
  const form = useFormContext() as UseFormReturn | null;
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  if (!canAccess) return null;

  const restore = async () => {
    setBusy(true);
    try {
      const path = `/${of.resource}/${current.id}/versions/${version}/restore`;
      const restored = await dataProvider.act(path, { rowVersion: current.rowVersion });
      form?.reset(restored);
      notify('panel.history.restored', { type: 'success', messageArgs: { version } });
      refresh();
      onClose();
    } catch (error) {
      setBusy(false);
      setAsking(false);
      if (isConflict(error)) notify('panel.stale.message', { type: 'warning' });
      else notifyError(error);
    }
  };
  return (
    <>
      <Button variant="contained" onClick={() => setAsking(true)}>
        {translate('panel.history.restore')}
      </Button>
      <ConfirmDialog
        isOpen={asking}
        loading={busy}
        title={translate('panel.history.restore_title', { version })}
        content="panel.history.restore_content"
        onConfirm={() => void restore()}
        onClose={() => setAsking(false)}
      />
    </>
  );
}
