import { Box } from '@mui/material';
import { useDefaultTitle } from 'react-admin';
import { Link } from 'react-router-dom';
import { BrandMark } from './brand-mark';

/** The product's mark and name, a link to the overview. */
export function Brand() {
  const name = useDefaultTitle();
  return (
    <Box component={Link} to="/" sx={BRAND}>
      <BrandMark />
      {name}
    </Box>
  );
}

const BRAND = {
  display: 'flex',
  alignItems: 'center',
  gap: 1,
  color: 'text.primary',
  textDecoration: 'none',
  fontSize: '0.9375rem',
  fontWeight: 650,
  letterSpacing: '-0.01em',
};
