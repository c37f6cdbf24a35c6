import Check from '@mui/icons-material/Check';
import UnfoldMore from '@mui/icons-material/UnfoldMore';
import { Box, ButtonBase, MenuItem, MenuList, Popover, TextField } from '@mui/material';
import { visuallyHidden } from '@mui/utils';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { useLocation } from 'react-router-dom';
import type { Application } from '../api/types';
import { useApplication, useApplications, useOpenInApplication } from './application-context';
import { initialOf, SHOWS_INITIAL } from './initial';
import { listAfterSwitch } from './list-after-switch';
import { useOnline } from './use-online';

/** Selects the application that all pages show. */
export function ApplicationSwitcher() {
  const translate = useTranslate();
  const { applications, id, isPending } = useApplications();
  const application = useApplication();
  const online = useOnline();
  const switchTo = useSwitchApplication();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  // Reserves the space while the applications load.
  if (!application) return isPending ? <Box sx={{ height: BUTTON.minHeight }} /> : null;
  return (
    <>
      <ButtonBase
        aria-haspopup="listbox"
        aria-expanded={anchor !== null}
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
        sx={BUTTON}
      >
        <Tile name={application.name} />
        <span style={visuallyHidden}>{translate('panel.application')}: </span>
        <Box sx={{ flex: 1, minWidth: 0 }}>
          <Box sx={NAME}>{application.name}</Box>
          <Box sx={{ fontSize: '0.75rem', lineHeight: '16px', color: 'text.secondary', minHeight: 16 }}>
            {online !== undefined && translate('panel.online', { count: online.toLocaleString() })}
          </Box>
        </Box>
        <UnfoldMore sx={{ fontSize: 16, color: 'text.secondary' }} />
      </ButtonBase>
      <Popover
        open={anchor !== null}
        anchorEl={anchor}
        onClose={() => setAnchor(null)}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
        slotProps={{ paper: { sx: { width: 264, p: 0.5, mt: 0.5 } } }}
      >
        <Choice
          applications={applications}
          application={application}
          onChoose={(chosen) => {
            setAnchor(null);
            if (chosen.id !== id) switchTo(chosen.id);
          }}
        />
      </Popover>
    </>
  );
}

/** Returns a function that selects an application. See `listAfterSwitch` for the page that is then shown. */
function useSwitchApplication(): (id: number) => void {
  const { choose } = useApplications();
  const open = useOpenInApplication();
  const { pathname, search } = useLocation();
  return (id) => {
    const list = listAfterSwitch(pathname, search);
    if (list === undefined) choose(id);
    else open(id, list);
  };
}

interface ChoiceProps {
  applications: Application[];
  application: Application;
  onChoose: (chosen: Application) => void;
}

/** The list of applications, with a search field if there are many. */
function Choice({ applications, application, onChoose }: ChoiceProps) {
  const translate = useTranslate();
  const [words, setWords] = useState('');
  const isMatch = ({ name }: Application) => name.toLowerCase().includes(words.trim().toLowerCase());
  const hasSearch = applications.length > SEARCHED_FROM;
  return (
    <>
      {hasSearch && (
        <TextField
          autoFocus
          margin="none"
          value={words}
          placeholder={translate('panel.find_application')}
          onChange={({ target }) => setWords(target.value)}
          slotProps={{ htmlInput: { 'aria-label': translate('panel.find_application') } }}
          sx={{ mb: 0.5 }}
        />
      )}
      <MenuList
        role="listbox"
        aria-label={translate('panel.application')}
        autoFocusItem={!hasSearch}
        variant="selectedMenu"
        sx={{ p: 0, maxHeight: 320, overflow: 'auto' }}
      >
        {applications.filter(isMatch).map((option) => (
          <MenuItem
            key={option.id}
            role="option"
            selected={option.id === application.id}
            aria-selected={option.id === application.id}
            onClick={() => onChoose(option)}
            sx={{ gap: 1, px: 1, borderRadius: 1 }}
          >
            <Tile name={option.name} />
            <Box sx={NAME}>{option.name}</Box>
            {option.id === application.id && <Check sx={{ fontSize: 16, ml: 'auto' }} />}
          </MenuItem>
        ))}
      </MenuList>
    </>
  );
}

/** The first letter of an application's name. */
function Tile({ name }: { name: string }) {
  return <Box aria-hidden data-initial={initialOf(name)} sx={TILE} />;
}

/** Up to this number of applications, the list has no search field. */
const SEARCHED_FROM = 7;

const BUTTON = {
  width: '100%',
  minHeight: 48,
  px: 1,
  gap: 1,
  textAlign: 'left',
  borderRadius: 1.25,
  border: 1,
  borderColor: 'divider',
  bgcolor: 'background.paper',
  '&:hover': { borderColor: 'strongLine' },
};

const NAME = {
  fontSize: '0.8125rem',
  lineHeight: '20px',
  fontWeight: 500,
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
};

const TILE = {
  ...SHOWS_INITIAL,
  display: 'grid',
  placeItems: 'center',
  flexShrink: 0,
  width: 28,
  height: 28,
  borderRadius: 1,
  fontSize: '0.8125rem',
  fontWeight: 600,
  color: 'text.primary',
  bgcolor: 'action.selected',
};
