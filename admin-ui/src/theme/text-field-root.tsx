import { FormControl, type FormControlProps, styled } from '@mui/material';

/** Props of earlier MUI versions. React-admin passes them in addition to the current props. */
interface FormerProps {
  InputProps?: unknown;
  inputProps?: unknown;
  InputLabelProps?: unknown;
}

function CurrentFormControl(props: FormControlProps & FormerProps) {
  const { InputProps: _, inputProps: __, InputLabelProps: ___, ...current } = props;
  return <FormControl {...current} />;
}

/** The root element of text fields. It drops the old props, since MUI would pass them on to the DOM. */
export const TextFieldRoot = styled(CurrentFormControl, { name: 'MuiTextField', slot: 'Root' })({});
