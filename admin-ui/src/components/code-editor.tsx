import { javascript } from '@codemirror/lang-javascript';
import { type Diagnostic, linter, lintGutter } from '@codemirror/lint';
import { Box, useTheme } from '@mui/material';
import CodeMirror, { EditorView } from '@uiw/react-codemirror';
import { useMemo } from 'react';
import { useTranslate } from 'react-admin';
import { messageKey } from '../i18n/message-key';
import { syntaxFaults } from './syntax-faults';

export interface CodeEditorProps {
  label: string;
  value: string;
  /** If omitted, the code is read-only. */
  onChange?: (value: string) => void;
  isInvalid?: boolean;
}

/** Edits JavaScript. Tab moves to the next field, as in any input; Ctrl+] indents. */
export default function CodeEditor({ label, value, onChange, isInvalid = false }: CodeEditorProps) {
  const { palette } = useTheme();
  const translate = useTranslate();
  const isReadOnly = onChange === undefined;
  const extensions = useMemo(() => {
    const findFaults = ({ state }: EditorView): Diagnostic[] =>
      syntaxFaults(state.doc.toString()).map(({ kind, ...place }) => ({
        ...place,
        severity: 'error',
        message: translate(messageKey(`panel.functions.fault.${kind}`)),
      }));
    return [
      javascript(),
      EditorView.contentAttributes.of({
        'aria-label': label,
        'aria-invalid': String(isInvalid),
        tabindex: '0',
      }),
      ...(isReadOnly ? [] : [linter(findFaults), lintGutter()]),
    ];
  }, [translate, label, isInvalid, isReadOnly]);
  return (
    <Box sx={{ border: 1, borderColor: isInvalid ? 'error.main' : 'divider', ...EDITOR }}>
      <CodeMirror
        value={value}
        onChange={onChange}
        readOnly={isReadOnly}
        theme={palette.mode}
        extensions={extensions}
        indentWithTab={false}
        basicSetup={{ tabSize: 2 }}
        minHeight="240px"
        maxHeight="60vh"
      />
    </Box>
  );
}

const EDITOR = {
  borderRadius: 1,
  overflow: 'hidden',
  fontSize: '0.875rem',
  '&:focus-within': { outline: 2, outlineColor: 'primary.main' },
  // CodeMirror's dark background is too light for some of its text colours.
  '& .cm-editor, & .cm-editor .cm-gutters': { outline: 'none !important', bgcolor: 'background.default' },
};
