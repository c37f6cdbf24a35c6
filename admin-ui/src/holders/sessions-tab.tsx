import { HolderTable } from './holder-table';
import { SESSION_COLUMNS } from './session-columns';

/** The sessions there are and have been. */
export function HolderSessions() {
  return (
    <HolderTable reference="sessions" empty="panel.holder.no_sessions">
      {SESSION_COLUMNS}
    </HolderTable>
  );
}
