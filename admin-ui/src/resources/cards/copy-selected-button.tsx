import ContentCopy from '@mui/icons-material/ContentCopy';
import { Button, useDataProvider, useListContext } from 'react-admin';
import type { Card } from '../../api/types';
import { useCopy } from '../../components/use-copy';
import { useNotifyError } from '../../components/use-notify-error';
import { counted } from '../card-jobs/job-outcome';

/** Number of ids that fits a URL accepted by every proxy. */
const AT_ONCE = 200;

/** Copies the selected cards, one per line, in the order they were created. */
export function CopySelectedButton() {
  const { selectedIds } = useListContext();
  const dataProvider = useDataProvider();
  const copy = useCopy();
  const notifyError = useNotifyError();
  const copySelected = async () => {
    try {
      const cards: Card[] = [];
      for (let first = 0; first < selectedIds.length; first += AT_ONCE) {
        const some = { ids: selectedIds.slice(first, first + AT_ONCE) };
        cards.push(...(await dataProvider.getMany<Card>('cards', some)).data);
      }
      const lines = cards.toSorted((one, other) => one.id - other.id).map(({ card }) => card);
      await copy(lines.join('\n'), 'panel.job.copied', { messageArgs: counted(lines.length) });
    } catch (error) {
      notifyError(error);
    }
  };
  return (
    <Button label="panel.copy" onClick={() => void copySelected()}>
      <ContentCopy />
    </Button>
  );
}
