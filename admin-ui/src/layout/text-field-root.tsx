import { FormControl, type FormControlProps, styled } from '@mui/material';

/** Props of earlier MUI versions, which react-admin passes besides the current ones. */
interface FormerProps {
  InputProps?: unknown;
  inputProps?: unknown;
  InputLabelProps?: unknown;
}

function CurrentFormControl(props: FormControlProps & FormerProps) {
  const { InputProps: _, inputProps: __, InputLabelProps: ___, ...current } = props;
  return <FormControl {...current} />;
}

/** The root element of text fields; drops the former props, which MUI would pass on to the DOM. */
export const TextFieldRoot = styled(CurrentFormControl, { name: 'MuiTextField', slot: 'Root' })({});
