import { Dialog } from '@mui/material';
import { useEffect, useState } from 'react';
import { useTranslate } from 'react-admin';
import { useIsPhone } from '../components/use-is-phone';
import { SEARCH_EVENT } from './open-search';
import { SearchBox } from './search-box';

/** The search over everything. Ctrl+K or ⌘K opens and closes it. On phones it fills the screen. */
export function SearchPalette() {
  const [open, setOpen] = useState(false);
  const translate = useTranslate();
  const isPhone = useIsPhone();
  useEffect(() => {
    const show = () => setOpen(true);
    const toggle = (event: KeyboardEvent) => {
      if (!isShortcut(event)) return;
      event.preventDefault();
      setOpen((was) => !was);
    };
    window.addEventListener(SEARCH_EVENT, show);
    window.addEventListener('keydown', toggle);
    return () => {
      window.removeEventListener(SEARCH_EVENT, show);
      window.removeEventListener('keydown', toggle);
    };
  }, []);
  const close = () => setOpen(false);
  return (
    <Dialog
      open={open}
      onClose={close}
      fullScreen={isPhone}
      fullWidth
      maxWidth="sm"
      slotProps={{ paper: { 'aria-label': translate('panel.search.open') } }}
      sx={isPhone ? undefined : AT_TOP}
    >
      <SearchBox onClose={close} />
    </Dialog>
  );
}

function isShortcut({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean {
  return key.toLowerCase() === 'k' && (ctrlKey || metaKey) && !altKey && !shiftKey;
}

/** The box stays where it is while the number of results changes. */
const AT_TOP = {
  '& .MuiDialog-container': { alignItems: 'flex-start' },
  '& .MuiDialog-paper': { mt: '10vh', maxHeight: '75vh' },
};
