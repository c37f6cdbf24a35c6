import AddCard from '@mui/icons-material/AddCard';
import UploadFile from '@mui/icons-material/UploadFile';
import { Button, ColumnsButton, FilterButton, Link, TopToolbar, useCanAccess } from 'react-admin';
import { ExportButton } from './export-button';

export function CardListActions() {
  const { canAccess: mayGenerate } = useCanAccess({ resource: 'card-jobs', action: 'generate' });
  const { canAccess: mayImport } = useCanAccess({ resource: 'card-jobs', action: 'import' });
  return (
    <TopToolbar>
      <FilterButton />
      <ColumnsButton sx={{ display: { xs: 'none', sm: 'inline-flex' } }} />
      {mayGenerate && (
        <Button component={Link} to="/cards/create" label="panel.cards.generate">
          <AddCard />
        </Button>
      )}
      {mayImport && (
        <Button component={Link} to="/card-jobs/create" label="panel.cards.import">
          <UploadFile />
        </Button>
      )}
      <ExportButton />
    </TopToolbar>
  );
}
