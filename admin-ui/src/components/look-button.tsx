import TroubleshootOutlined from '@mui/icons-material/TroubleshootOutlined';
import { IconButton, Tooltip } from '@mui/material';
import { useTranslate } from 'react-admin';

interface LookButtonProps {
  /** Name of the record. */
  name: string;
  onClick: () => void;
}

/** A button that opens the drawer of a row. It is needed because a row cannot be clicked with the keyboard. */
export function LookButton({ name, onClick }: LookButtonProps) {
  const translate = useTranslate();
  const label = translate('panel.drawer.look', { name });
  return (
    <Tooltip title={label}>
      <IconButton
        size="small"
        aria-label={label}
        onClick={(event) => {
          event.stopPropagation();
          onClick();
        }}
      >
        <TroubleshootOutlined fontSize="inherit" />
      </IconButton>
    </Tooltip>
  );
}
