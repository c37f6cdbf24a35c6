import { Box } from '@mui/material';
import type { ReactNode } from 'react';

/** Width of a form's column in pixels. */
const FORM_COLUMN_PX = 640;

/** Width of a form's card in pixels: the column and the card's padding. */
export const FORM_CARD_PX = FORM_COLUMN_PX + 32;

/** The column of a form on a page that also holds wider content. */
export function FormColumn({ children }: { children: ReactNode }) {
  return <Box sx={{ width: '100%', maxWidth: FORM_COLUMN_PX }}>{children}</Box>;
}

interface FieldRowProps {
  /** Widths as in `grid-template-columns`; by default all fields are equally wide. */
  columns?: string;
  children: ReactNode;
}

/** Lays out related fields, such as a number and its unit, on one line; on phones, one below the other. */
export function FieldRow({ columns, children }: FieldRowProps) {
  return (
    <Box
      sx={{
        display: 'grid',
        width: '100%',
        columnGap: 1.5,
        alignItems: 'start',
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: columns ?? 'none' },
        ...(columns === undefined && {
          gridAutoColumns: { sm: 'minmax(0, 1fr)' },
          gridAutoFlow: { sm: 'column' },
        }),
      }}
    >
      {children}
    </Box>
  );
}
