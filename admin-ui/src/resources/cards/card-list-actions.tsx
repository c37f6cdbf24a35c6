import { ColumnsButton, FilterButton, TopToolbar } from 'react-admin';
import { ExportButton } from './export-button';
import { MakeCardsButtons } from './make-cards-buttons';

export function CardListActions() {
  return (
    <TopToolbar>
      <FilterButton />
      <ColumnsButton sx={{ display: { xs: 'none', sm: 'inline-flex' } }} />
      <MakeCardsButtons />
      <ExportButton />
    </TopToolbar>
  );
}
