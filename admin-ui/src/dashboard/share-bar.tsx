import { Box, Typography } from '@mui/material';
import type { ReactNode } from 'react';

interface ShareBarProps {
  name: ReactNode;
  value: string;
  /** Length of the bar, 0–1. */
  share: number;
}

/** A line of a ranking: a name and a value above a bar. */
export function ShareBar({ name, value, share }: ShareBarProps) {
  return (
    <Box sx={{ py: 0.5 }}>
      <Typography
        variant="body2"
        component="div"
        sx={{ display: 'flex', gap: 2, justifyContent: 'space-between' }}
      >
        <Box component="span" sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
          {name}
        </Box>
        <Box component="span" sx={{ fontVariantNumeric: 'tabular-nums' }}>
          {value}
        </Box>
      </Typography>
      <Box aria-hidden sx={{ mt: 0.25, height: 4, borderRadius: 1, bgcolor: 'action.hover' }}>
        <Box
          sx={{ height: 4, borderRadius: 1, bgcolor: 'primary.main', width: `${Math.max(1, share * 100)}%` }}
        />
      </Box>
    </Box>
  );
}
