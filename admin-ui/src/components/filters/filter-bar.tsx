import Add from '@mui/icons-material/Add';
import { Box, Button, Menu, MenuItem } from '@mui/material';
import { type ReactElement, useState } from 'react';
import { useListContext, useTranslate, useTranslateLabel } from 'react-admin';
import { BarContext, type FilterProps } from './filter-chip';

interface FilterBarProps {
  /** The list's only search. */
  search?: ReactElement;
  /** Filters that the user can add. */
  filters?: readonly ReactElement<FilterProps>[];
  /** Returns the filters that another part of the page already shows. */
  hiddenOf?: (filterValues: Record<string, unknown>) => readonly string[];
  /** Set by react-admin, which renders filters twice: as a form, and as a button beside the list's actions. */
  context?: 'form' | 'button';
}

const NONE: readonly string[] = [];

/** The search of a list, its filters as chips, and a menu of further filters. */
export function FilterBar({ context, ...bar }: FilterBarProps) {
  return context === 'button' ? null : <Bar {...bar} />;
}

function Bar({ search, filters = [], hiddenOf }: Omit<FilterBarProps, 'context'>) {
  const { filterValues } = useListContext();
  const [opened, open] = useState<string>();
  const hidden = hiddenOf?.(filterValues) ?? NONE;
  const [added, setAdded] = useState<string>();
  const isShown = ({ props: { source } }: ReactElement<FilterProps>) =>
    source === added || (filterValues[source] !== undefined && !hidden.includes(source));
  const shown = filters.filter(isShown);
  const others = filters.filter((filter) => !isShown(filter));
  const add = (source: string) => {
    setAdded(source);
    open(source);
  };
  const drop = (source: string) => source === added && setAdded(undefined);
  return (
    <BarContext value={{ opened, open, drop }}>
      <Box role="search" sx={BAR}>
        {search}
        {shown}
        {others.length > 0 && <AddFilterButton filters={others} onAdd={add} />}
      </Box>
    </BarContext>
  );
}

interface AddFilterButtonProps {
  filters: readonly ReactElement<FilterProps>[];
  onAdd: (source: string) => void;
}

function AddFilterButton({ filters, onAdd }: AddFilterButtonProps) {
  const translate = useTranslate();
  const labelOf = useTranslateLabel();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const add = (source: string) => {
    setAnchor(null);
    onAdd(source);
  };
  return (
    <>
      <Button
        size="small"
        color="inherit"
        startIcon={<Add />}
        aria-haspopup="menu"
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
      >
        {translate('ra.action.add_filter')}
      </Button>
      <Menu open={anchor !== null} anchorEl={anchor} onClose={() => setAnchor(null)}>
        {filters.map(({ props: { source, label } }) => (
          <MenuItem key={source} onClick={() => add(source)}>
            {labelOf({ source, label })}
          </MenuItem>
        ))}
      </Menu>
    </>
  );
}

const BAR = {
  display: 'flex',
  flex: 1,
  minWidth: 0,
  width: { xs: '100%', sm: 'auto' },
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: 1,
  py: 1,
  position: 'relative',
};
