import { HOLDER_KINDS, HOLDER_STATES, SESSION_KINDS } from '../api/choices';
import { ChoiceFilter, type FilterProps, RecordFilter, TextFilter, TimeFilter } from '../components/filters';
import { trimmed } from '../components/values';
import { useApplication } from '../layout/application-context';

/** For lists whose records belong to cards or users. */
export const HOLDER_KIND_FILTER = (
  <ChoiceFilter
    key="holderKind"
    source="holderKind"
    label="panel.filter.holder_kind"
    choices={HOLDER_KINDS}
  />
);

/** For sessions, which can also belong to trials. */
export const SESSION_KIND_FILTER = (
  <ChoiceFilter
    key="holderKind"
    source="holderKind"
    label="panel.filter.holder_kind"
    choices={SESSION_KINDS}
  />
);

/** Filters common to the lists of cards and of users. */
export const HOLDER_FILTERS = [
  <ChoiceFilter key="state" source="state" label="panel.filter.state" choices={HOLDER_STATES} />,
  <TextFilter key="note" source="note" label="panel.filter.note_begins" />,
  <TextFilter key="deviceId" source="deviceId" label="panel.filter.device_is" parse={trimmed} />,
  <CardTypeFilter key="cardTypeId" source="cardTypeId" label="panel.filter.type" />,
  <TimeFilter key="expiresFrom" source="expiresFrom" label="panel.filter.expires_from" />,
  <TimeFilter key="expiresBefore" source="expiresBefore" label="panel.filter.expires_before" />,
];

/** Filters by one of the application's card types. */
export function CardTypeFilter(filter: FilterProps) {
  const application = useApplication();
  return <RecordFilter {...filter} reference="card-types" of={{ applicationId: application?.id }} />;
}
