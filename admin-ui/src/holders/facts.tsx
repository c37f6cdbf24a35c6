import { Box } from '@mui/material';
import type { ReactNode } from 'react';

/** A wrapping row of `Labeled` fields. */
export function Facts({ children }: { children: ReactNode }) {
  return (
    <Box
      sx={{
        display: 'grid',
        gridTemplateColumns: 'repeat(auto-fill, minmax(min(180px, 45%), 1fr))',
        gap: 1.5,
        p: 2,
        overflowWrap: 'anywhere',
        fontSize: '0.875rem',
      }}
    >
      {children}
    </Box>
  );
}
