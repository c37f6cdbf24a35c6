import ContentCopy from '@mui/icons-material/ContentCopy';
import { Button, useListContext } from 'react-admin';
import { useCopy } from '../../components/use-copy';
import { useNotifyError } from '../../components/use-notify-error';
import { counted } from '../card-jobs/job-outcome';
import { useTemplateText } from './use-template-text';

/** Copies the selected cards, formatted by the application's template, in the order they were created. */
export function CopySelectedButton() {
  const { selectedIds } = useListContext();
  const read = useTemplateText();
  const copy = useCopy();
  const notifyError = useNotifyError();
  const copySelected = async () => {
    try {
      const text = await read({ ids: selectedIds.map(Number) });
      await copy(text, 'panel.job.copied', { messageArgs: counted(selectedIds.length) });
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
