import { Link, useTranslate } from 'react-admin';
import { stopPropagation } from '../components/stop-propagation';
import { type HolderKind, resourceOf } from './holder';

interface HolderLinkProps {
  holderKind: HolderKind | 'trial';
  holderId: number;
  /** Name of the card or user; `null` if it was deleted. */
  holderName: string | null;
}

/** Links to the page of a card or user; a trial has none. */
export function HolderLink({ holderKind, holderId, holderName }: HolderLinkProps) {
  const translate = useTranslate();
  if (holderName === null) return translate('panel.holder.deleted', { id: holderId });
  if (holderKind === 'trial') return translate('panel.holder.trial');
  return (
    <Link
      to={`/${resourceOf(holderKind)}/${holderId}/show`}
      onClick={stopPropagation}
      sx={{ fontFamily: 'monospace' }}
    >
      {holderName}
    </Link>
  );
}
