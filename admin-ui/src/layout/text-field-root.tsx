import { FormControl, type FormControlProps, styled } from '@mui/material';

/** Props of former MUI versions, which react-admin passes besides those of today. */
interface FormerProps {
  InputProps?: unknown;
  inputProps?: unknown;
  InputLabelProps?: unknown;
}

function CurrentFormControl(props: FormControlProps & FormerProps) {
  const { InputProps: _, inputProps: __, InputLabelProps: ___, ...current } = props;
  return <FormControl {...current} />;
}

/** The outermost element of text fields; MUI would hand the former props on to the page, where they mean nothing. */
export const TextFieldRoot = styled(CurrentFormControl, { name: 'MuiTextField', slot: 'Root' })({});
