import History from '@mui/icons-material/History';
import { useState } from 'react';
import { Button, useCanAccess, useGetOne, useRecordContext } from 'react-admin';
import type { Dto } from '../../api/types';
import { FUNCTION_HISTORY } from '../../components/history/history';
import { VersionDialog } from '../../components/history/version-dialog';
import { stopPropagation } from '../../components/stop-propagation';

/** Compares the current version of a function with the previous version, which can be restored. */
export function RollBackButton() {
  const listed = useRecordContext<Dto<'ListedFunctionDto'>>();
  const { canAccess } = useCanAccess({
    resource: 'functions',
    action: 'versions/{version}/restore',
  });
  const [isOpen, setOpen] = useState(false);
  if (!listed || listed.version < 2 || !canAccess) return null;
  return (
    <span onClick={stopPropagation} role="presentation">
      <Button label="panel.functions.roll_back" onClick={() => setOpen(true)}>
        <History />
      </Button>
      {isOpen && <Previous id={listed.id} onClose={() => setOpen(false)} />}
    </span>
  );
}

function Previous({ id, onClose }: { id: number; onClose: () => void }) {
  // The rows of the list do not contain the source code, so it is loaded here.
  const { data: current } = useGetOne<Dto<'RemoteFunctionDto'>>('functions', { id });
  if (current?.source === undefined) return null;
  return (
    <VersionDialog of={FUNCTION_HISTORY} current={current} version={current.version - 1} onClose={onClose} />
  );
}
