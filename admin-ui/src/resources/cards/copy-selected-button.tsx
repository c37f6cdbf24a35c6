import ContentCopy from '@mui/icons-material/ContentCopy';
import { Button, useDataProvider, useListContext, useNotify } from 'react-admin';
import type { Card } from '../../api/types';
import { copyText } from '../../components/copy-text';
import { useNotifyError } from '../../components/use-notify-error';
import { counted } from '../card-jobs/job-words';

/** So many ids fit into an address that every proxy lets through. */
const AT_ONCE = 200;

/** Copies the selected cards, one on each line and in the order in which they were made. */
export function CopySelectedButton() {
  const { selectedIds } = useListContext();
  const dataProvider = useDataProvider();
  const notify = useNotify();
  const notifyError = useNotifyError();
  const copy = async () => {
    try {
      const ids = selectedIds.toSorted((a, b) => a - b);
      const cards: Card[] = [];
      for (let first = 0; first < ids.length; first += AT_ONCE) {
        const some = { ids: ids.slice(first, first + AT_ONCE) };
        cards.push(...(await dataProvider.getMany<Card>('cards', some)).data.toSorted(byAge));
      }
      await copyText(cards.map(({ card }) => card).join('\n'));
      notify('panel.job.copied', { messageArgs: counted(cards.length) });
    } catch (error) {
      notifyError(error);
    }
  };
  return (
    <Button label="panel.copy" onClick={() => void copy()}>
      <ContentCopy />
    </Button>
  );
}

function byAge(one: Card, other: Card): number {
  return one.id - other.id;
}
