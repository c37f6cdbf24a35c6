import { TextInput, type TextInputProps } from 'react-admin';

/** A text of several lines, which may be empty: an empty one is sent as such, and not as null. */
export function LongTextInput({ isCode = false, ...props }: TextInputProps & { isCode?: boolean }) {
  return (
    <TextInput
      multiline
      minRows={3}
      maxRows={20}
      fullWidth
      parse={(text: string) => text}
      {...(isCode && { slotProps: CODE })}
      {...props}
    />
  );
}

const CODE = { htmlInput: { spellCheck: false, style: { fontFamily: 'monospace' } } };
