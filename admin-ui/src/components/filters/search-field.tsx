import Close from '@mui/icons-material/Close';
import Search from '@mui/icons-material/Search';
import { IconButton, InputAdornment, TextField } from '@mui/material';
import { useTranslate, useTranslateLabel } from 'react-admin';
import type { FilterProps } from './filter-chip';
import { type ParseText, useFilterText } from './use-filter';

interface SearchFieldProps extends FilterProps {
  parse?: ParseText;
}

/** The search of a list. Its label names the searched field. */
export function SearchField({ source, label, parse }: SearchFieldProps) {
  const translate = useTranslate();
  const name = useTranslateLabel()({ source, label }) as string;
  const [text, setText] = useFilterText(source, parse);
  return (
    <TextField
      value={text}
      onChange={({ target }) => setText(target.value)}
      placeholder={name}
      hiddenLabel
      margin="none"
      sx={{ width: { xs: '100%', sm: 260 } }}
      slotProps={{
        htmlInput: { 'aria-label': name, spellCheck: false, autoComplete: 'off' },
        input: {
          startAdornment: (
            <InputAdornment position="start" sx={{ ml: -0.5, mr: 0 }}>
              <Search sx={{ fontSize: 16 }} />
            </InputAdornment>
          ),
          endAdornment: text && (
            <InputAdornment position="end">
              <IconButton
                size="small"
                edge="end"
                aria-label={translate('panel.filter.clear_search')}
                onClick={() => setText('')}
                sx={{ fontSize: 14 }}
              >
                <Close fontSize="inherit" />
              </IconButton>
            </InputAdornment>
          ),
        },
      }}
    />
  );
}
