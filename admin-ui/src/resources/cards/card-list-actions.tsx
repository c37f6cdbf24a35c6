import { ColumnsButton, TopToolbar } from 'react-admin';
import { useIsPhone } from '../../components/use-is-phone';
import { ExportButton } from './export-button';
import { MakeCardsButtons } from './make-cards-buttons';

export function CardListActions() {
  const isPhone = useIsPhone();
  return (
    <TopToolbar>
      {!isPhone && <ColumnsButton />}
      <MakeCardsButtons />
      <ExportButton />
    </TopToolbar>
  );
}
