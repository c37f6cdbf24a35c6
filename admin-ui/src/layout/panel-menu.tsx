import Code from '@mui/icons-material/Code';
import FactCheck from '@mui/icons-material/FactCheck';
import { Box } from '@mui/material';
import { Menu, useCanAccess, useGetResourceLabel, useTranslate } from 'react-admin';
import { messageKey } from '../i18n/message-key';
import { MENU_SECTIONS, type MenuSection } from './menu-sections';
import { useOnline } from './use-online';

/** Links to all pages. React-admin hides pages that the role may not see. */
export function PanelMenu() {
  return (
    <Menu dense sx={MENU}>
      <Menu.DashboardItem />
      {MENU_SECTIONS.flatMap(({ name, entries }) => [
        <Heading key={name} name={name} />,
        ...entries.map((entry) => <Entry key={entry} entry={entry} />),
      ])}
    </Menu>
  );
}

function Entry({ entry }: { entry: string }) {
  if (entry === '/integration') {
    return <Menu.Item to={entry} primaryText="panel.integration.title" leftIcon={<Code />} />;
  }
  if (entry === '/signature-check') return <SignatureCheckItem />;
  if (entry === 'sessions') return <SessionsItem />;
  return <Menu.ResourceItem name={entry} />;
}

function SignatureCheckItem() {
  const { canAccess } = useCanAccess({ resource: 'signature-check', action: 'create' });
  if (!canAccess) return null;
  return (
    <Menu.Item to="/signature-check" primaryText="panel.signature_check.title" leftIcon={<FactCheck />} />
  );
}

/** The sessions, with the number of those that are open. */
function SessionsItem() {
  const labelOf = useGetResourceLabel();
  const online = useOnline();
  return (
    <Menu.ResourceItem
      name="sessions"
      aria-label={labelOf('sessions', 2)}
      primaryText={
        <Box component="span" data-online={online?.toLocaleString()} sx={SESSIONS}>
          {labelOf('sessions', 2)}
        </Box>
      }
    />
  );
}

/** Shows the number beside the name, as no part of the link's text. The application's button says it in words. */
const SESSIONS = {
  display: 'flex',
  justifyContent: 'space-between',
  gap: 1,
  '&[data-online]::after': { content: 'attr(data-online)', color: 'success.main' },
  '&[data-online="0"]::after': { color: 'text.secondary' },
};

function Heading({ name }: Pick<MenuSection, 'name'>) {
  const translate = useTranslate();
  return (
    <Box component="li" role="presentation" sx={HEADING}>
      {translate(messageKey(`panel.menu.${name}`))}
    </Box>
  );
}

const HEADING = {
  px: 1,
  pt: 1.5,
  pb: 0.5,
  fontSize: '0.6875rem',
  lineHeight: '16px',
  fontWeight: 550,
  color: 'text.secondary',
  letterSpacing: '0.01em',
};

const MENU = {
  p: 0,
  '&.RaMenu-open, &.RaMenu-closed': { width: 'auto' },
  '& .RaMenuItemLink-root, & .MuiMenuItem-root': {
    minHeight: { xs: 40, md: 28 },
    py: 0.25,
    px: 1,
    borderRadius: 1.25,
    color: 'text.primary',
    '& .MuiTypography-root': { flex: 1, minWidth: 0 },
    '& .RaMenuItemLink-icon': { minWidth: 26, color: 'text.secondary', '& svg': { fontSize: 17 } },
    '&.RaMenuItemLink-active': {
      bgcolor: 'action.selected',
      fontWeight: 550,
      '& .MuiTypography-root': { fontWeight: 550 },
      '& .RaMenuItemLink-icon': { color: 'primary.main' },
    },
  },
};
