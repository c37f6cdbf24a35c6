import { Box, Link, Typography } from '@mui/material';
import { LoadingIndicator, useGetResourceLabel, useResourceDefinitions, useTranslate } from 'react-admin';
import { Link as RouterLink, useLocation } from 'react-router-dom';
import { messageKey } from '../i18n/message-key';
import { sectionOf } from './menu-sections';

/** Id of the element into which pages put their actions. */
export const PAGE_ACTIONS_ID = 'page-actions';

/** The page's header: breadcrumb, title and actions. React-admin puts the title into the h1. */
export function PageHeader() {
  return (
    <Box component="header" sx={HEADER}>
      <Box sx={{ display: 'flex', justifyContent: 'space-between', alignItems: 'center' }}>
        <Breadcrumb />
        <LoadingIndicator sx={REFRESH} />
      </Box>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, minHeight: { xs: 46, sm: 32 } }}>
        <Typography id="react-admin-title" component="h1" variant="h1" sx={TITLE} />
        <Box id={PAGE_ACTIONS_ID} sx={ACTIONS} />
      </Box>
    </Box>
  );
}

/** The section of the menu and, on the pages of records, a link to their list. */
function Breadcrumb() {
  const translate = useTranslate();
  const labelOf = useGetResourceLabel();
  const resources = useResourceDefinitions();
  const { pathname } = useLocation();
  const [, resource = '', page] = pathname.split('/');
  const section = sectionOf(pathname);
  const isRecord = Boolean(page) && resources[resource]?.hasList === true;
  // A section is not shown if it has the same name as the resource.
  const heading = section && translate(messageKey(`panel.menu.${section.name}`));
  const isNew = heading !== labelOf(resource, 2);
  return (
    <Box component="nav" aria-label={translate('panel.breadcrumb')} sx={BREADCRUMB}>
      {heading && isNew && <span>{heading}</span>}
      {isRecord && (
        <>
          {heading && isNew && <span aria-hidden>/</span>}
          <Link component={RouterLink} to={`/${resource}`} color="inherit" underline="hover">
            {labelOf(resource, 2)}
          </Link>
        </>
      )}
    </Box>
  );
}

const HEADER = { pt: { xs: 1.5, md: 2.5 }, pb: 2 };

const REFRESH = { my: -0.5, mr: -0.75, '& .MuiIconButton-root': { p: 0.75 }, '& svg': { fontSize: 16 } };

const BREADCRUMB = {
  display: 'flex',
  gap: 0.75,
  minHeight: 20,
  fontSize: '0.75rem',
  lineHeight: '20px',
  color: 'text.secondary',
};

/** Cuts a long title off with an ellipsis. On phones, long titles such as keys wrap instead. */
const TITLE = {
  flex: 1,
  minWidth: 0,
  minHeight: 28,
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: { xs: 'normal', sm: 'nowrap' },
  overflowWrap: 'anywhere',
  '&& > *': { display: 'inline' },
  // Hides the heading of a page without a title, such as a page to which access is denied.
  '&:empty': { visibility: 'hidden' },
};

const ACTIONS = {
  display: 'flex',
  flexShrink: 0,
  alignItems: 'center',
  gap: 1,
  '& .MuiButton-text': {
    border: 1,
    borderColor: 'strongLine',
    color: 'text.primary',
    bgcolor: 'background.paper',
    minHeight: 32,
    px: 1.25,
  },
  '& .MuiButton-text:hover': { bgcolor: 'action.hover' },
  '& .MuiButton-text.MuiButton-colorError': { color: 'error.main' },
};
