import { Box } from '@mui/material';
import { useTranslate } from 'react-admin';
import type { Dto } from '../../api/types';
import { HolderLink } from '../../holders/holder-link';

/** The card or user name of a refused request, with a link if it exists. */
export function RequestedName({ request }: { request: Dto<'RefusalDto'> }) {
  const translate = useTranslate();
  const { name, holderKind, holderId } = request;
  if (name === null) return '–';
  if (holderKind !== null && holderId !== null)
    return <HolderLink holderKind={holderKind} holderId={holderId} holderName={name} />;
  return (
    <>
      <Box component="span" sx={{ fontFamily: 'monospace', overflowWrap: 'anywhere' }}>
        {name}
      </Box>{' '}
      <Box component="span" sx={{ color: 'text.secondary' }}>
        {translate('panel.requests.unknown_name')}
      </Box>
    </>
  );
}
