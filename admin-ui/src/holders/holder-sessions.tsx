import { HolderTable } from './holder-table';
import { SESSION_COLUMNS } from './session-columns';

/** Open and ended sessions. */
export function HolderSessions() {
  return (
    <HolderTable reference="sessions" empty="panel.holder.no_sessions">
      {SESSION_COLUMNS}
    </HolderTable>
  );
}
