import Brightness6 from '@mui/icons-material/Brightness6';
import Translate from '@mui/icons-material/Translate';
import { IconButton, Tooltip } from '@mui/material';
import type { ReactElement } from 'react';
import { useLocales, useLocaleState, useTheme, useTranslate } from 'react-admin';

/** Switches to the other language. */
export function LanguageButton() {
  const [locale, setLocale] = useLocaleState();
  const other = useLocales().find((known) => known.locale !== locale);
  if (!other) return null;
  return <Switch label={other.name} icon={<Translate />} onClick={() => setLocale(other.locale)} />;
}

/** Switches between the light and the dark theme. */
export function ThemeButton() {
  const translate = useTranslate();
  const [theme, setTheme] = useTheme();
  return (
    <Switch
      label={translate('ra.action.toggle_theme')}
      icon={<Brightness6 />}
      onClick={() => setTheme(theme === 'dark' ? 'light' : 'dark')}
    />
  );
}

function Switch({ label, icon, onClick }: { label: string; icon: ReactElement; onClick: () => void }) {
  return (
    <Tooltip title={label}>
      <IconButton
        aria-label={label}
        onClick={onClick}
        sx={{ width: 32, height: 32, '& svg': { fontSize: 18 } }}
      >
        {icon}
      </IconButton>
    </Tooltip>
  );
}
