import { SelectInput, TextInput } from 'react-admin';
import { EpochInput } from '../components/epoch-input';
import { CardTypeInput } from '../resources/card-types/card-type-input';
import type { HolderKind } from './holder';

const STATES = ['unused', 'active', 'expired', 'frozen', 'consumed'].map((id) => ({
  id,
  name: `panel.state.${id}`,
}));

/** Trims pasted text. */
export const trimmed = (text: string) => text.trim();

const KINDS: { id: HolderKind; name: string }[] = [
  { id: 'card', name: 'panel.holder.card' },
  { id: 'user', name: 'panel.holder.user' },
];

/** For lists of records of both cards and users. */
export const HOLDER_KIND_FILTER = (
  <SelectInput key="holderKind" source="holderKind" label="panel.filter.holder_kind" choices={KINDS} />
);

/** Filters common to the lists of cards and of users. */
export const HOLDER_FILTERS = [
  <SelectInput key="state" source="state" label="panel.filter.state" choices={STATES} alwaysOn />,
  <TextInput key="note" source="note" label="panel.filter.note_begins" />,
  <TextInput key="deviceId" source="deviceId" label="panel.filter.device_is" parse={trimmed} />,
  <CardTypeInput key="cardTypeId" source="cardTypeId" label="panel.filter.type" />,
  <EpochInput key="expiresFrom" source="expiresFrom" label="panel.filter.expires_from" />,
  <EpochInput key="expiresBefore" source="expiresBefore" label="panel.filter.expires_before" />,
];
