import { Button, Dialog, DialogActions, DialogContent, DialogTitle, Typography } from '@mui/material';
import { useId, useRef, useState } from 'react';
import {
  maxValue,
  minValue,
  NumberInput,
  required,
  SelectInput,
  useDataProvider,
  useRecordContext,
  useTranslate,
} from 'react-admin';
import type { PanelDataProvider } from '../../api/data-provider';
import type { Dto } from '../../api/types';
import { CodeBlock } from '../../components/code-block';
import { FormDialog } from '../../components/form-dialog';

/** Tests an order and shows the answer that the shop would get. */
export function TryDialog({ onClose }: { onClose: () => void }) {
  const channel = useRecordContext<Dto<'ChannelDto'>>()!;
  const dataProvider = useDataProvider<PanelDataProvider>();
  const translate = useTranslate();
  const isTried = useRef(false);
  const [tried, setTried] = useState<Dto<'TriedOrderDto'>>();
  const titleId = useId();
  const choices = channel.products.map(({ name }) => ({ id: name, name }));
  const send = async (values: Dto<'TryChannelDto'>) => {
    setTried(await dataProvider.act<Dto<'TriedOrderDto'>>(`/channels/${channel.id}/try`, values));
    isTried.current = true;
  };
  if (tried) {
    return (
      <Dialog open onClose={onClose} aria-labelledby={titleId} fullWidth maxWidth="sm">
        <DialogTitle id={titleId}>{translate('panel.channels.try_title')}</DialogTitle>
        <DialogContent>
          <Typography>{translate('panel.channels.try_done')}</Typography>
          <CodeBlock label={translate('panel.channels.try_done')} text={tried.cards.join('\n')} />
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose}>{translate('panel.channels.close')}</Button>
        </DialogActions>
      </Dialog>
    );
  }
  return (
    <FormDialog<Dto<'TryChannelDto'>>
      open
      title={translate('panel.channels.try_title')}
      submit="panel.channels.try"
      defaultValues={{ product: choices[0]!.id, quantity: 1 }}
      // The form also calls this after a submission: then the dialog stays open, and the outcome replaces the form.
      onClose={() => isTried.current || onClose()}
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
  );
}
