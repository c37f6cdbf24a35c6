import { Labeled, useTranslate } from 'react-admin';
import type { Dto } from '../api/types';
import { messageKey } from '../i18n/message-key';
import { useFormatTime } from '../components/use-format-time';
import { HolderLink } from './holder-link';
import { useHistory } from './use-history';

/** The card or user that consumed a card. */
export function ConsumedBy() {
  const { data } = useHistory();
  if (!data?.consumedBy) return null;
  return (
    <Labeled label="panel.history.consumed_by">
      <Consumer {...data.consumedBy} />
    </Labeled>
  );
}

function Consumer({ kind, id, name, at }: Dto<'ConsumerDto'>) {
  const translate = useTranslate();
  const formatTime = useFormatTime();
  return (
    <span>
      {translate(messageKey(`panel.holder.${kind}`))}{' '}
      <HolderLink holderKind={kind} holderId={id} holderName={name} />, {formatTime(at)}
    </span>
  );
}
