import { Box, Table, TableBody, TableCell, TableHead, TableRow } from '@mui/material';
import { useTranslate } from 'react-admin';

export interface Figures {
  columns: string[];
  /** Rows: a label, then a value for each further column. */
  rows: (string | number)[][];
}

/** The data of a chart as a table. */
export function FiguresTable({ title, columns, rows }: Figures & { title: string }) {
  const translate = useTranslate();
  return (
    <Box component="details" sx={{ mt: 1, '& > summary': { cursor: 'pointer', color: 'text.secondary' } }}>
      <summary>{translate('panel.dashboard.figures')}</summary>
      <Box
        tabIndex={0}
        role="region"
        aria-label={translate('panel.dashboard.figures_of', { title })}
        sx={{ maxHeight: 260, overflow: 'auto', mt: 1 }}
      >
        <Table size="small" stickyHeader>
          <TableHead>
            <TableRow>
              {columns.map((column, index) => (
                <TableCell key={column} align={index === 0 ? 'left' : 'right'}>
                  {column}
                </TableCell>
              ))}
            </TableRow>
          </TableHead>
          <TableBody>
            {rows.map(([name, ...values], row) => (
              // When clocks are set back, two hours have the same name, so names cannot be keys.
              <TableRow key={row}>
                <TableCell component="th" scope="row">
                  {name}
                </TableCell>
                {values.map((value, index) => (
                  <TableCell key={columns[index + 1]} align="right">
                    {value}
                  </TableCell>
                ))}
              </TableRow>
            ))}
          </TableBody>
        </Table>
      </Box>
    </Box>
  );
}
