import { BulkButtons } from '../../holders/bulk-buttons';
import { CopySelectedButton } from './copy-selected-button';

/** Bulk actions on cards. */
export function CardBulkButtons() {
  return (
    <>
      <CopySelectedButton />
      <BulkButtons />
    </>
  );
}
