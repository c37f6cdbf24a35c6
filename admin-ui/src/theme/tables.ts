import type { Components, Palette, Surfaces } from './palette';

/** A table that is too wide scrolls in its own box; otherwise Chinese text would break after each character. */
const TABLE = {
  '& .RaDataTable-tableWrapper': { overflowX: 'auto' },
  '& th': { whiteSpace: 'nowrap' },
  '& td': { wordBreak: 'keep-all' },
};

/** On narrow screens, bulk actions do not fit beside the selection count, so they scroll. */
const BULK_ACTIONS = {
  // The keyboard focus must skip the buttons of a collapsed toolbar.
  '& .RaBulkActionsToolbar-collapsed': { visibility: 'hidden' },
  '& .RaBulkActionsToolbar-topToolbar': {
    justifyContent: 'flex-start',
    marginLeft: 'auto',
    minWidth: 0,
    overflowX: 'auto',
    '& > *': { flexShrink: 0 },
  },
};

/** Tables and lists: rows of 36 px, and of 44 px on touch screens. */
export function tablesOf(palette: Palette, { sunken }: Surfaces): Components {
  return {
    MuiTableCell: {
      styleOverrides: {
        root: {
          borderBottomColor: palette.divider,
          // A placeholder for a loading name does not widen its column.
          '& .MuiLinearProgress-root': { width: '3em' },
          '&.MuiTableCell-paddingCheckbox': { padding: '0 0 0 8px' },
          '&.MuiTableCell-paddingCheckbox .MuiCheckbox-root': { padding: 6 },
        },
        sizeSmall: {
          height: 36,
          padding: '3px 12px',
          '@media (pointer: coarse)': { height: 44 },
        },
        head: {
          height: 32,
          padding: '3px 12px',
          fontSize: '0.75rem',
          fontWeight: 500,
          color: palette.text!.secondary,
          backgroundColor: sunken,
        },
      },
    },
    MuiTableRow: { styleOverrides: { root: { 'tbody > &:last-of-type > td': { borderBottom: 0 } } } },
    MuiTablePagination: {
      styleOverrides: {
        toolbar: { minHeight: 44 },
        selectLabel: { fontSize: '0.75rem' },
        displayedRows: { fontSize: '0.75rem' },
      },
    },
    // Tables that are too wide scroll inside their own box, so that the page does not scroll.
    RaList: {
      styleOverrides: {
        root: { '& .RaList-main': { minWidth: 0 }, '& .RaList-noResults': { alignSelf: 'stretch' } },
      },
    },
    RaDataTable: { styleOverrides: { root: TABLE } },
    RaBulkActionsToolbar: { styleOverrides: { root: BULK_ACTIONS } },
    RaListToolbar: {
      styleOverrides: {
        root: { '&&': { backgroundColor: 'transparent' }, alignItems: 'center', justifyContent: 'flex-end' },
      },
    },
  } as Components;
}
