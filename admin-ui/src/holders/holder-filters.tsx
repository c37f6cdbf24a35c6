import { SelectInput, TextInput } from 'react-admin';
import { trimmed } from '../components/values';
import { HOLDER_KINDS, HOLDER_STATES, SESSION_KINDS } from '../api/choices';
import { EpochInput } from '../components/epoch-input';
import { CardTypeInput } from '../resources/card-types/card-type-input';

/** For lists of records of both cards and users. */
export const HOLDER_KIND_FILTER = (
  <SelectInput key="holderKind" source="holderKind" label="panel.filter.holder_kind" choices={HOLDER_KINDS} />
);

/** For sessions, which trials have too. */
export const SESSION_KIND_FILTER = (
  <SelectInput
    key="holderKind"
    source="holderKind"
    label="panel.filter.holder_kind"
    choices={SESSION_KINDS}
  />
);

/** Filters common to the lists of cards and of users. */
export const HOLDER_FILTERS = [
  <SelectInput key="state" source="state" label="panel.filter.state" choices={HOLDER_STATES} />,
  <TextInput key="note" source="note" label="panel.filter.note_begins" />,
  <TextInput key="deviceId" source="deviceId" label="panel.filter.device_is" parse={trimmed} />,
  <CardTypeInput key="cardTypeId" source="cardTypeId" label="panel.filter.type" />,
  <EpochInput key="expiresFrom" source="expiresFrom" label="panel.filter.expires_from" />,
  <EpochInput key="expiresBefore" source="expiresBefore" label="panel.filter.expires_before" />,
];
