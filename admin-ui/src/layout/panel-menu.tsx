import Code from '@mui/icons-material/Code';
import FactCheck from '@mui/icons-material/FactCheck';
import { Box } from '@mui/material';
import {
  Menu,
  useCanAccess,
  useCanAccessResources,
  useGetResourceLabel,
  useResourceDefinitions,
  useTranslate,
} from 'react-admin';
import { messageKey } from '../i18n/message-key';
import { MENU_SECTIONS, type MenuSection } from './menu-sections';
import { useOnline } from './use-online';

const RESOURCES = MENU_SECTIONS.flatMap(({ entries }) => entries.filter((entry) => !entry.startsWith('/')));

/** Links to the pages that the role may see. All links appear together, so that the menu does not shift. */
export function PanelMenu() {
  const { canAccess: mayList } = useCanAccessResources({ action: 'list', resources: RESOURCES });
  const { canAccess: mayCheck } = useCanAccess({ resource: 'signature-check', action: 'create' });
  if (!mayList || mayCheck === undefined) return null;
  const isOffered = (entry: string) => mayList[entry] ?? (entry === '/signature-check' ? mayCheck : true);
  return (
    <Menu dense sx={MENU}>
      <Menu.DashboardItem />
      {MENU_SECTIONS.flatMap(({ name, entries }) => [
        <Heading key={name} name={name} />,
        ...entries.filter(isOffered).map((entry) => <Entry key={entry} entry={entry} />),
      ])}
    </Menu>
  );
}

function Entry({ entry }: { entry: string }) {
  if (entry === '/integration') {
    return <Menu.Item to={entry} primaryText="panel.integration.title" leftIcon={<Code />} />;
  }
  if (entry === '/signature-check') {
    return <Menu.Item to={entry} primaryText="panel.signature_check.title" leftIcon={<FactCheck />} />;
  }
  return <ResourceItem name={entry} />;
}

/** The link to a list. React-admin's own link is not used: it checks the permission again, so it appears later. */
function ResourceItem({ name }: { name: string }) {
  const labelOf = useGetResourceLabel();
  const { [name]: resource } = useResourceDefinitions();
  const label = labelOf(name, 2);
  return (
    <Menu.Item
      to={`/${name}`}
      state={{ _scrollToTop: true }}
      {...(name === 'sessions' && { 'aria-label': label })}
      primaryText={name === 'sessions' ? <SessionsLabel label={label} /> : label}
      leftIcon={resource?.icon && <resource.icon />}
    />
  );
}

/** The label of the link to the sessions, with the number of open sessions. */
function SessionsLabel({ label }: { label: string }) {
  const online = useOnline();
  return (
    <Box component="span" data-online={online?.toLocaleString()} sx={SESSIONS}>
      {label}
    </Box>
  );
}

/** Shows the number beside the label, outside the link's text. `ApplicationSwitcher` shows it as text (“12 online”). */
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
