import { Box, Checkbox, LinearProgress, List, ListItem, ListItemButton, ListItemText } from '@mui/material';
import type { ReactNode } from 'react';
import { ListNoResults, RecordContextProvider, useListContext, useTranslate } from 'react-admin';
import { StateChip } from '../components/state-chip';
import { type Holder, nameOf } from './holder';

interface HolderPhoneListProps {
  /** The second line of a row, about the card or user in context. */
  summary: ReactNode;
  /** True if rows can be selected for bulk actions. */
  isSelectable: boolean;
  onOpen: (id: number) => void;
}

/** Cards or users on a phone: a tap opens the drawer, and the box selects the row. */
export function HolderPhoneList({ summary, isSelectable, onOpen }: HolderPhoneListProps) {
  const { data = [], isPending, selectedIds, onToggleItem } = useListContext<Holder>();
  const translate = useTranslate();
  if (isPending) return <Pending />;
  if (data.length === 0) return <ListNoResults />;
  return (
    <List disablePadding>
      {data.map((holder) => {
        const name = nameOf(holder);
        const isSelected = selectedIds.includes(holder.id);
        return (
          <RecordContextProvider key={holder.id} value={holder}>
            <ListItem disablePadding divider>
              {isSelectable && (
                <Checkbox
                  checked={isSelected}
                  onChange={() => onToggleItem(holder.id)}
                  aria-label={translate('panel.bulk.select_one', { name })}
                  sx={{ width: 44, height: 44, flexShrink: 0 }}
                />
              )}
              <ListItemButton
                selected={isSelected}
                onClick={() => onOpen(holder.id)}
                sx={{ minHeight: 56, minWidth: 0, pl: isSelectable ? 0.5 : 2, pr: 1.5, gap: 1 }}
              >
                <ListItemText
                  primary={name}
                  secondary={summary}
                  slotProps={{
                    primary: { sx: { fontFamily: 'monospace', overflowWrap: 'anywhere' } },
                    secondary: { component: 'div', sx: SUMMARY },
                  }}
                />
                <Box sx={{ flexShrink: 0 }}>
                  <StateChip />
                </Box>
              </ListItemButton>
            </ListItem>
          </RecordContextProvider>
        );
      })}
    </List>
  );
}

/** Placeholder as high as the window, so that visible content does not shift when the rows arrive. */
function Pending() {
  return (
    <Box sx={{ minHeight: '100vh' }}>
      <LinearProgress />
    </Box>
  );
}

/** The summary is always a single line, even while a name is loading, so that rows keep their height. */
const SUMMARY = {
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
  // While a name loads, React-admin shows an empty block for a second, then a progress bar.
  '& > span:empty, & .MuiLinearProgress-root': {
    display: 'inline-block',
    verticalAlign: 'middle',
    width: '4em',
    m: 0,
  },
};
