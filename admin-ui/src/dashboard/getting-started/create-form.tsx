import { Box, Button, MenuItem, TextField } from '@mui/material';
import { type FormEvent, useState } from 'react';
import { useTranslate } from 'react-admin';
import type { Application } from '../../api/types';
import { messageKey } from '../../i18n/message-key';
import { type Duration, DURATIONS, useCreateAll } from './use-create-all';

const MAX_CARDS = 1000;

interface CreateFormProps {
  /** Application without cards; `undefined` if there is no application. */
  application: Application | undefined;
  onCreate: () => void;
}

/** The three inputs for creating application, card type and cards. */
export function CreateForm({ application, onCreate }: CreateFormProps) {
  const translate = useTranslate();
  const { create, isBusy } = useCreateAll(application);
  const [name, setName] = useState('');
  const [duration, setDuration] = useState<Duration>('month');
  const [count, setCount] = useState('10');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onCreate();
    void create({ name: name.trim(), duration, count: Number(count) });
  };
  return (
    <Box component="form" onSubmit={submit} sx={FORM}>
      {application ? (
        <TextField label={translate('panel.getting_started.name')} value={application.name} disabled />
      ) : (
        <TextField
          label={translate('panel.getting_started.name')}
          value={name}
          onChange={({ target }) => setName(target.value)}
          autoFocus
          required
          slotProps={{ htmlInput: { maxLength: 100 } }}
        />
      )}
      <TextField
        select
        label={translate('panel.getting_started.type')}
        value={duration}
        onChange={({ target }) => setDuration(target.value as Duration)}
      >
        {DURATIONS.map((each) => (
          <MenuItem key={each} value={each}>
            {translate(messageKey(`panel.getting_started.durations.${each}`))}
          </MenuItem>
        ))}
      </TextField>
      <TextField
        type="number"
        label={translate('panel.getting_started.count')}
        value={count}
        onChange={({ target }) => setCount(target.value)}
        required
        slotProps={{ htmlInput: { min: 1, max: MAX_CARDS, step: 1 } }}
      />
      <Button type="submit" variant="contained" disabled={isBusy} sx={{ justifySelf: 'start' }}>
        {translate(`panel.getting_started.${isBusy ? 'creating' : 'create'}`)}
      </Button>
    </Box>
  );
}

const FORM = {
  mt: 2,
  display: 'grid',
  gap: 2,
  alignItems: 'start',
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(3, minmax(0, 1fr))' },
};
