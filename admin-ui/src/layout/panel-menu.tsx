import Code from '@mui/icons-material/Code';
import FactCheck from '@mui/icons-material/FactCheck';
import { ListSubheader } from '@mui/material';
import { Menu, useCanAccess, useSidebarState, useTranslate } from 'react-admin';

const SELLING = [
  'cards',
  'card-jobs',
  'card-types',
  'orders',
  'channels',
  'users',
  'refusals',
  'sessions',
  'devices',
  'trials',
  'blocks',
];
const CONTENT = ['variables', 'data', 'functions', 'versions'];
const ADMINISTRATION = ['applications', 'admins', 'api-tokens', 'notifiers', 'webhooks', 'audit-log'];

/** Links to all pages, most used first. React-admin hides pages that the role may not see. */
export function PanelMenu() {
  const { canAccess: checksSignatures } = useCanAccess({ resource: 'signature-check', action: 'create' });
  return (
    <Menu dense>
      <Menu.DashboardItem />
      <Heading name="sell" />
      {SELLING.map((name) => (
        <Menu.ResourceItem key={name} name={name} />
      ))}
      <Heading name="content" />
      {CONTENT.map((name) => (
        <Menu.ResourceItem key={name} name={name} />
      ))}
      <Heading name="tools" />
      <Menu.Item to="/integration" primaryText="panel.integration.title" leftIcon={<Code />} />
      {checksSignatures && (
        <Menu.Item to="/signature-check" primaryText="panel.signature_check.title" leftIcon={<FactCheck />} />
      )}
      <Heading name="administration" />
      {ADMINISTRATION.map((name) => (
        <Menu.ResourceItem key={name} name={name} />
      ))}
    </Menu>
  );
}

function Heading({ name }: { name: string }) {
  const translate = useTranslate();
  const [open] = useSidebarState();
  if (!open) return null;
  return (
    <ListSubheader component="div" sx={{ bgcolor: 'transparent', lineHeight: '32px' }}>
      {translate(`panel.menu.${name}`)}
    </ListSubheader>
  );
}
