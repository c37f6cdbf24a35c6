import Close from '@mui/icons-material/Close';
import { Box, ButtonBase, ClickAwayListener, IconButton, Paper, Popper } from '@mui/material';
import { createContext, type ReactNode, useContext, useState } from 'react';
import { useTranslate, useTranslateLabel } from 'react-admin';
import { useFilter } from './use-filter';

/** The bar's state: the filter whose editor is open. */
interface BarState {
  opened: string | undefined;
  open: (source: string | undefined) => void;
  /** Removes from the bar a filter that was added but has no value yet. */
  drop: (source: string) => void;
}

export const BarContext = createContext<BarState>({
  opened: undefined,
  open: () => undefined,
  drop: () => undefined,
});

/** Properties of every filter. The bar reads them for its menu. */
export interface FilterProps {
  source: string;
  /** Translation key of the filter's name; default: the name of the field. */
  label?: string;
}

interface FilterChipProps extends FilterProps {
  /** The chosen value in words; `undefined` while there is none. */
  text: ReactNode;
  /** Returns the editor of the value; `close` closes the editor. */
  editor: (close: () => void) => ReactNode;
}

/** A filter of a list: its name and value, a button that removes it, and its editor below. */
export function FilterChip({ source, label, text, editor }: FilterChipProps) {
  const translate = useTranslate();
  const name = useTranslateLabel()({ source, label }) as string;
  const [, setValue] = useFilter(source);
  const { opened, open, drop } = useContext(BarContext);
  const [chip, setChip] = useState<HTMLElement | null>(null);
  const isOpen = opened === source;
  const close = () => {
    open(undefined);
    chip?.focus();
  };
  const remove = () => {
    open(undefined);
    drop(source);
    setValue(undefined);
  };
  return (
    <ClickAwayListener onClickAway={() => isOpen && open(undefined)}>
      <Box sx={CHIP} onKeyDown={({ key }) => key === 'Escape' && isOpen && close()}>
        <ButtonBase
          ref={setChip}
          aria-haspopup="dialog"
          aria-expanded={isOpen}
          onClick={() => open(isOpen ? undefined : source)}
          sx={TEXT}
        >
          <span>
            {name}
            {text !== undefined && ': '}
            {text !== undefined && <strong>{text}</strong>}
          </span>
        </ButtonBase>
        <IconButton
          size="small"
          aria-label={translate('panel.filter.remove', { name })}
          onClick={remove}
          sx={REMOVE}
        >
          <Close fontSize="inherit" />
        </IconButton>
        {/* The editor follows the chip in the document too, so that the keyboard reaches it next. */}
        <Popper
          open={isOpen && chip !== null}
          anchorEl={chip}
          placement="bottom-start"
          disablePortal
          sx={{ zIndex: 'modal' }}
        >
          <Paper role="dialog" aria-label={name} elevation={6} sx={EDITOR}>
            {editor(close)}
          </Paper>
        </Popper>
      </Box>
    </ClickAwayListener>
  );
}

const TOUCH = '@media (pointer: coarse)';

const CHIP = {
  display: 'inline-flex',
  alignItems: 'center',
  maxWidth: '100%',
  height: 28,
  [TOUCH]: { height: 44 },
  border: 1,
  borderColor: 'strongLine',
  borderRadius: 4,
  bgcolor: 'background.paper',
};

const TEXT = {
  minWidth: 0,
  height: '100%',
  pl: 1.25,
  pr: 0.5,
  borderRadius: 4,
  typography: 'body2',
  '& > span': { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  '& strong': { fontWeight: 550 },
};

const REMOVE = { fontSize: 14, mr: 0.25, p: 0.5, [TOUCH]: { p: 1.5 } };

const EDITOR = {
  mt: 0.5,
  minWidth: 200,
  maxWidth: 'calc(100vw - 32px)',
  border: 1,
  borderColor: 'divider',
};
