import { Autocomplete, Box, MenuItem, MenuList, TextField } from '@mui/material';
import { type HTMLInputTypeAttribute, useState } from 'react';
import { useGetList, useGetOne, useTranslate, useTranslateLabel } from 'react-admin';
import { useFormatTime, useTimeZone } from '../use-format-time';
import { fromZoned, toZoned } from '../zoned-time';
import { FilterChip, type FilterProps } from './filter-chip';
import { type FilterValue, type ParseText, useFilter, useFilterText } from './use-filter';

/** Maximum number of choices shown as a plain list without a search. */
const LISTED_CHOICES = 12;

interface TextFilterProps extends FilterProps {
  parse?: ParseText;
  type?: HTMLInputTypeAttribute;
}

/** Filters by a text. With `parse`, the filter can be a number. */
export function TextFilter({ parse, type = 'text', ...filter }: TextFilterProps) {
  const [value] = useFilter(filter.source);
  const [text, setText] = useFilterText(filter.source, parse);
  return (
    <FilterChip
      {...filter}
      text={value}
      editor={(close) => <InputBox {...filter} type={type} value={text} onChange={setText} onEnter={close} />}
    />
  );
}

interface TimeFilterProps extends FilterProps {
  /** Another filter that cannot be combined with this one. */
  replaces?: string;
}

/** Filters by a time in the application's zone. */
export function TimeFilter(filter: TimeFilterProps) {
  const [value] = useFilter(filter.source);
  const formatTime = useFormatTime();
  return (
    <FilterChip
      {...filter}
      text={typeof value === 'number' ? formatTime(value) : undefined}
      editor={(close) => <TimeBox {...filter} onClose={close} />}
    />
  );
}

function TimeBox({ onClose, replaces, ...filter }: TimeFilterProps & ClosingProps) {
  const [value, setValue] = useFilter(filter.source, replaces);
  const timeZone = useTimeZone();
  const translate = useTranslate();
  const [text, setText] = useState(typeof value === 'number' ? toZoned(value, timeZone) : '');
  const type = (typed: string) => {
    setText(typed);
    const time = fromZoned(typed, timeZone) ?? undefined;
    // While somebody types a year, the input contains years such as 0002, which the API refuses.
    if (time === undefined || time >= 0) setValue(time);
  };
  return (
    <InputBox
      {...filter}
      type="datetime-local"
      value={text}
      onChange={type}
      onEnter={onClose}
      helperText={translate('panel.in_time_zone', { zone: timeZone })}
    />
  );
}

interface InputBoxProps extends FilterProps {
  type: HTMLInputTypeAttribute;
  value: string;
  onChange: (text: string) => void;
  onEnter: () => void;
  helperText?: string;
}

function InputBox({ source, label, value, onChange, onEnter, ...input }: InputBoxProps) {
  const name = useTranslateLabel()({ source, label });
  return (
    <Box sx={{ p: 1.5, pb: 1 }}>
      <TextField
        {...input}
        label={name}
        value={value}
        onChange={({ target }) => onChange(target.value)}
        onKeyDown={({ key }) => key === 'Enter' && onEnter()}
        autoFocus
      />
    </Box>
  );
}

interface Choice {
  id: FilterValue;
  /** A text or a translation key. */
  name: string;
}

interface ChoiceFilterProps extends FilterProps {
  choices: readonly Choice[];
}

/** Filters by one of a few values. */
export function ChoiceFilter({ choices, ...filter }: ChoiceFilterProps) {
  const [value] = useFilter(filter.source);
  const translate = useTranslate();
  const translated = choices.map(({ id, name }) => ({ id, name: translate(name, { _: name }) }));
  const chosen = value === undefined ? undefined : translated.find(({ id }) => id === value);
  return (
    <FilterChip
      {...filter}
      text={chosen?.name ?? value}
      editor={(close) => <ChoiceBox {...filter} choices={translated} onClose={close} />}
    />
  );
}

const YES_OR_NO: readonly Choice[] = [
  { id: true, name: 'ra.boolean.true' },
  { id: false, name: 'ra.boolean.false' },
];

/** Filters by a field that is true or false. */
export function YesNoFilter(filter: FilterProps) {
  return <ChoiceFilter {...filter} choices={YES_OR_NO} />;
}

interface RecordFilterProps extends FilterProps {
  /** The resource of the records. */
  reference: string;
  /** The field that contains a record's name. */
  nameField?: string;
  /** Limits the records that are offered. */
  of?: object;
}

/** Filters by a record of another resource. */
export function RecordFilter({ reference, nameField = 'name', of = {}, ...filter }: RecordFilterProps) {
  const [value] = useFilter(filter.source);
  const { data: chosen } = useGetOne(
    reference,
    { id: value as number },
    { enabled: value !== undefined, retry: false },
  );
  return (
    <FilterChip
      {...filter}
      text={value === undefined ? undefined : ((chosen?.[nameField] as string | undefined) ?? `#${value}`)}
      editor={(close) => (
        <RecordBox {...filter} reference={reference} nameField={nameField} of={of} onClose={close} />
      )}
    />
  );
}

type RecordBoxProps = RecordFilterProps &
  Required<Pick<RecordFilterProps, 'nameField' | 'of'>> &
  ClosingProps;

function RecordBox({ reference, nameField, of, ...box }: RecordBoxProps) {
  const { data = [] } = useGetList(reference, {
    filter: of,
    pagination: { page: 1, perPage: 1000 },
    sort: { field: nameField, order: 'ASC' },
  });
  const choices = data.map((record) => ({ id: Number(record.id), name: String(record[nameField]) }));
  return <ChoiceBox {...box} choices={choices} />;
}

interface ClosingProps {
  onClose: () => void;
}

/** Chooses a value from a list, which can be searched if it is long. */
function ChoiceBox({ source, label, choices, onClose }: ChoiceFilterProps & ClosingProps) {
  const [value, setValue] = useFilter(source);
  const name = useTranslateLabel()({ source, label });
  const choose = (id: FilterValue) => {
    setValue(id);
    onClose();
  };
  if (choices.length > LISTED_CHOICES) {
    return (
      <Box sx={{ p: 1.5, width: 280 }}>
        <Autocomplete
          options={choices}
          getOptionLabel={(choice) => choice.name}
          getOptionKey={({ id }) => String(id)}
          value={choices.find(({ id }) => id === value) ?? null}
          onChange={(_, chosen) => chosen && choose(chosen.id)}
          openOnFocus
          disablePortal
          renderInput={(input) => <TextField {...input} label={name} autoFocus />}
        />
      </Box>
    );
  }
  return (
    <MenuList dense autoFocusItem aria-label={name as string}>
      {choices.map((choice) => (
        <MenuItem
          key={String(choice.id)}
          role="menuitemradio"
          aria-checked={choice.id === value}
          selected={choice.id === value}
          onClick={() => choose(choice.id)}
        >
          {choice.name}
        </MenuItem>
      ))}
    </MenuList>
  );
}
