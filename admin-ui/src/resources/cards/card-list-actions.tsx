import { ColumnsButton, TopToolbar } from 'react-admin';
import { useIsPhone } from '../../components/use-is-phone';
import { CardListMenu } from './card-list-menu';
import { GenerateButton } from './make-cards-buttons';

export function CardListActions() {
  const isPhone = useIsPhone();
  return (
    <TopToolbar>
      {!isPhone && <ColumnsButton />}
      <GenerateButton />
      <CardListMenu />
    </TopToolbar>
  );
}
