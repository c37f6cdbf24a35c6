import { SelectInput, TextInput } from 'react-admin';
import { EpochInput } from '../components/epoch-input';
import { CardTypeInput } from '../resources/card-types/card-type-input';

const STATES = ['unused', 'active', 'expired', 'frozen', 'consumed'].map((id) => ({
  id,
  name: `panel.state.${id}`,
}));

/** Often pasted, with the white space that was around it. */
export const trimmed = (text: string) => text.trim();

/** What lists of cards and of users can be narrowed by alike. */
export const HOLDER_FILTERS = [
  <SelectInput key="state" source="state" label="panel.filter.state" choices={STATES} alwaysOn />,
  <TextInput key="note" source="note" label="panel.filter.note_begins" />,
  <TextInput key="deviceId" source="deviceId" label="panel.filter.device_is" parse={trimmed} />,
  <CardTypeInput key="cardTypeId" source="cardTypeId" label="panel.filter.type" />,
  <EpochInput key="expiresFrom" source="expiresFrom" label="panel.filter.expires_from" />,
  <EpochInput key="expiresBefore" source="expiresBefore" label="panel.filter.expires_before" />,
];
