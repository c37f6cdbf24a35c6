import ContentCopy from '@mui/icons-material/ContentCopy';
import { Button, useDataProvider, useListContext } from 'react-admin';
import { useCopy } from '../../components/use-copy';
import { useNotifyError } from '../../components/use-notify-error';
import { counted } from '../card-jobs/job-outcome';
import { idFilters, useTemplateText } from './use-template-text';

/** Copies the selected cards, formatted by the application's template, in the order they were created. */
export function CopySelectedButton() {
  const { selectedIds } = useListContext();
  const dataProvider = useDataProvider();
  const read = useTemplateText();
  const copy = useCopy();
  const notifyError = useNotifyError();
  const copySelected = async () => {
    try {
      const ids = selectedIds.map(Number);
      const text = await read({ ids });
      await copy(text, 'panel.job.copied', { messageArgs: counted(await countExisting(ids)) });
    } catch (error) {
      notifyError(error);
    }
  };
  // A selected card may have been deleted since. The text does not tell, since a template can have several lines.
  const countExisting = async (ids: number[]) => {
    let count = 0;
    for (const filter of idFilters(ids)) {
      const pagination = { page: 1, perPage: 1 };
      const sort = { field: 'id', order: 'ASC' } as const;
      count += (await dataProvider.getList('cards', { filter, pagination, sort })).total ?? 0;
    }
    return count;
  };
  return (
    <Button label="panel.copy" onClick={() => void copySelected()}>
      <ContentCopy />
    </Button>
  );
}
