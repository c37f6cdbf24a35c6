import { Box, Skeleton, Typography } from '@mui/material';
import { type ReactNode, Suspense } from 'react';
import { type Figures, FiguresTable } from './figures-table';

const HEIGHT_PX = 220;

interface ChartBoxProps {
  title: string;
  /** Text summary of the chart. */
  summary: string;
  figures: Figures;
  isEmpty: boolean;
  /** Shown below the drawing. */
  more?: ReactNode;
  children: ReactNode;
}

/** A chart with a summary above and a table of its data below. The drawing itself is hidden from screen readers. */
export function ChartBox({ title, summary, figures, isEmpty, more, children }: ChartBoxProps) {
  return (
    <>
      <Typography variant="body2" sx={{ color: 'text.secondary', mb: 1 }}>
        {summary}
      </Typography>
      {!isEmpty && (
        <>
          <Box aria-hidden sx={{ height: HEIGHT_PX }}>
            <Suspense fallback={<Skeleton variant="rounded" height={HEIGHT_PX} />}>{children}</Suspense>
          </Box>
          {more}
          <FiguresTable title={title} {...figures} />
        </>
      )}
    </>
  );
}
