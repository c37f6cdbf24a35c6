import Autorenew from '@mui/icons-material/Autorenew';
import { Box, Link, Stack, Typography } from '@mui/material';
import { useRecordContext, useTranslate } from 'react-admin';
import type { Application } from '../../api/types';
import { ActionButton } from '../../components/action-button';
import { CopyButton } from '../../components/copy-button';

/** The address of the customer's page, to copy, open and renew. It exists once the page has been enabled. */
export function PortalLinkPanel() {
  const application = useRecordContext<Application>();
  const translate = useTranslate();
  if (!application) return null;
  const { portalSlug, portalEnabled, rowVersion } = application;
  if (portalSlug === null) return null;
  const address = `${window.location.origin}/portal/${portalSlug}`;
  return (
    <Box component="section" aria-labelledby="portal-link-heading" sx={{ width: '100%', mb: 2 }}>
      <Typography id="portal-link-heading" component="h2" variant="subtitle1">
        {translate('panel.applications.portal.link')}
      </Typography>
      <Stack direction="row" sx={{ alignItems: 'center', flexWrap: 'wrap', gap: 1, my: 1 }}>
        {portalEnabled ? (
          <Link href={address} target="_blank" rel="noopener" sx={{ overflowWrap: 'anywhere' }}>
            {address}
          </Link>
        ) : (
          <Box component="code" sx={{ overflowWrap: 'anywhere' }}>
            {address}
          </Box>
        )}
        <CopyButton text={address} />
        <ActionButton action="renew-portal-link" icon={<Autorenew />} body={{ rowVersion }} confirm />
      </Stack>
      <Typography variant="body2" color="textSecondary">
        {translate(
          portalEnabled ? 'panel.applications.portal.link_help' : 'panel.applications.portal.closed',
        )}
      </Typography>
    </Box>
  );
}
