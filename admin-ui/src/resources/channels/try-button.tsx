import PlayArrow from '@mui/icons-material/PlayArrow';
import {
  Button as MuiButton,
  Dialog,
  DialogActions,
  DialogContent,
  DialogTitle,
  Typography,
} from '@mui/material';
import { useId, useState } from 'react';
import {
  Button,
  maxValue,
  minValue,
  NumberInput,
  required,
  SelectInput,
  useCanAccess,
  useDataProvider,
  useRecordContext,
  useTranslate,
} from 'react-admin';
import type { PanelDataProvider } from '../../api/data-provider';
import type { Dto } from '../../api/types';
import { CodeBlock } from '../../components/code-block';
import { FormDialog } from '../../components/form-dialog';

/** Tries an order out and shows what the shop would get. */
export function TryButton() {
  const channel = useRecordContext<Dto<'ChannelDto'>>();
  const { canAccess } = useCanAccess({ resource: 'channels', action: 'try' });
  const dataProvider = useDataProvider<PanelDataProvider>();
  const translate = useTranslate();
  const [asking, setAsking] = useState(false);
  const [tried, setTried] = useState<Dto<'TriedOrderDto'>>();
  const titleId = useId();
  if (!channel || !canAccess || channel.products.length === 0) return null;
  const choices = channel.products.map(({ name }) => ({ id: name, name }));
  const send = async (values: Dto<'TryChannelDto'>) =>
    setTried(await dataProvider.act<Dto<'TriedOrderDto'>>(`/channels/${channel.id}/try`, values));
  return (
    <>
      <Button label="panel.channels.try" onClick={() => setAsking(true)}>
        <PlayArrow />
      </Button>
      <FormDialog<Dto<'TryChannelDto'>>
        open={asking}
        title={translate('panel.channels.try_title')}
        submit="panel.channels.try"
        defaultValues={{ product: choices[0]!.id, quantity: 1 }}
        onClose={() => setAsking(false)}
        onSubmit={send}
      >
        <Typography variant="body2" sx={{ mb: 2 }}>
          {translate('panel.channels.try_help')}
        </Typography>
        <SelectInput
          source="product"
          label="panel.channels.try_product"
          choices={choices}
          translateChoice={false}
          validate={required()}
          helperText={false}
        />
        <NumberInput
          source="quantity"
          label="panel.channels.try_quantity"
          validate={[required(), minValue(1), maxValue(100)]}
          min={1}
          max={100}
        />
      </FormDialog>
      {tried && (
        <Dialog open onClose={() => setTried(undefined)} aria-labelledby={titleId} fullWidth maxWidth="sm">
          <DialogTitle id={titleId}>{translate('panel.channels.try_title')}</DialogTitle>
          <DialogContent>
            <Typography>{translate('panel.channels.try_done')}</Typography>
            <CodeBlock label={translate('panel.channels.try_done')} text={tried.cards.join('\n')} />
          </DialogContent>
          <DialogActions>
            <MuiButton onClick={() => setTried(undefined)}>{translate('panel.channels.close')}</MuiButton>
          </DialogActions>
        </Dialog>
      )}
    </>
  );
}
