import AddCard from '@mui/icons-material/AddCard';
import UploadFile from '@mui/icons-material/UploadFile';
import { Button, Link, useCanAccess } from 'react-admin';

/** Links to the pages that create cards. */
export function MakeCardsButtons() {
  const { canAccess: mayImport } = useCanAccess({ resource: 'card-jobs', action: 'import' });
  return (
    <>
      <GenerateButton />
      {mayImport && (
        <Button component={Link} to="/card-jobs/create" label="panel.cards.import">
          <UploadFile />
        </Button>
      )}
    </>
  );
}

/** The link to the page that generates cards, if the role may generate cards. */
export function GenerateButton() {
  const { canAccess } = useCanAccess({ resource: 'card-jobs', action: 'generate' });
  if (!canAccess) return null;
  return (
    <Button component={Link} to="/cards/create" variant="contained" label="panel.cards.generate">
      <AddCard />
    </Button>
  );
}
