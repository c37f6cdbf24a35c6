import { TextInput, type TextInputProps } from 'react-admin';

/** A multi-line text input. An empty value is sent as an empty text, not as `null`. */
export function LongTextInput({ isCode = false, ...props }: TextInputProps & { isCode?: boolean }) {
  return (
    <TextInput
      multiline
      minRows={3}
      maxRows={20}
      parse={(text: string) => text}
      {...(isCode && { slotProps: CODE })}
      {...props}
    />
  );
}

const CODE = { htmlInput: { spellCheck: false, style: { fontFamily: 'monospace' } } };
