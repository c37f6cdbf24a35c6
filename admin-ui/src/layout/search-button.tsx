import Search from '@mui/icons-material/Search';
import { Box, Button, IconButton } from '@mui/material';
import { useTranslate } from 'react-admin';
import { openSearch } from '../search';

/** Opens the search. */
export function SearchButton({ isIcon = false }: { isIcon?: boolean }) {
  const translate = useTranslate();
  const label = translate('panel.search.open');
  if (isIcon) {
    return (
      <IconButton aria-label={label} onClick={openSearch}>
        <Search />
      </IconButton>
    );
  }
  return (
    <Button
      variant="outlined"
      color="inherit"
      fullWidth
      startIcon={<Search />}
      onClick={openSearch}
      sx={BUTTON}
    >
      {label}
      <Box component="kbd" aria-hidden sx={KEYS}>
        Ctrl K
      </Box>
    </Button>
  );
}

const BUTTON = { justifyContent: 'flex-start', color: 'text.secondary', bgcolor: 'background.paper', px: 1 };
const KEYS = { ml: 'auto', fontFamily: 'inherit', fontSize: '0.6875rem', color: 'text.secondary' };
