import Block from '@mui/icons-material/Block';
import { Button, IconButton, Tooltip } from '@mui/material';
import { useCanAccess, useTranslate } from 'react-admin';
import { Link } from 'react-router-dom';
import type { Dto } from '../../api/types';
import { stopPropagation } from '../../components/stop-propagation';

interface BlockButtonProps {
  kind: Extract<Dto<'BlockDto'>['kind'], 'ip' | 'device'>;
  pattern: string;
}

/** Opens the form of a block for an address or device. */
export function BlockButton({ kind, pattern }: BlockButtonProps) {
  const translate = useTranslate();
  const { canAccess } = useCanAccess({ resource: 'blocks', action: 'create' });
  if (!canAccess) return null;
  // React-admin's button is not used, since it floats above the page on phones.
  return (
    <Button
      size="small"
      startIcon={<Block />}
      component={Link}
      to="/blocks/create"
      state={{ record: { kind, pattern } }}
    >
      {translate(`panel.requests.block.${kind}`)}
    </Button>
  );
}

/** The same button as an icon, for the rows of a list. */
export function BlockIconButton({ kind, pattern }: BlockButtonProps) {
  const translate = useTranslate();
  const { canAccess } = useCanAccess({ resource: 'blocks', action: 'create' });
  if (!canAccess) return null;
  const label = translate(`panel.requests.block.${kind}`);
  return (
    <Tooltip title={label}>
      <IconButton
        size="small"
        component={Link}
        to="/blocks/create"
        state={{ record: { kind, pattern } }}
        aria-label={`${label}: ${pattern}`}
        onClick={stopPropagation}
      >
        <Block fontSize="inherit" />
      </IconButton>
    </Tooltip>
  );
}
