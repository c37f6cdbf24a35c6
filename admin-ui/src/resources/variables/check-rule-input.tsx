import { MenuItem, TextField } from '@mui/material';
import { useState } from 'react';
import { FieldTitle, InputHelperText, useInput, useTranslate } from 'react-admin';
import { messageKey } from '../../i18n/message-key';
import { CHECK_RULES, type CheckRuleKind, kindOf, ruleOf } from './check-rule';

/** Selects how clients verify a value: not at all, by a digest, or by a fixed text. */
export function CheckRuleInput() {
  const translate = useTranslate();
  const { field, fieldState } = useInput<string | null>({
    source: 'checkRule',
    format: (rule) => rule ?? null,
    parse: (rule: string | null) => rule,
    validate: (rule: string | null) => (rule === '' ? 'ra.validation.required' : undefined),
  });
  const rule = field.value as string | null;
  // Keeps the kind `fixed` selected even if the typed text is the name of another kind, such as `md5`.
  const [isFixed, setFixed] = useState(false);
  const kind = isFixed ? 'fixed' : kindOf(rule);

  const choose = (next: CheckRuleKind) => {
    setFixed(next === 'fixed');
    field.onChange(ruleOf(next));
  };
  return (
    <>
      <TextField
        select
        label={<FieldTitle source="checkRule" />}
        value={kind}
        onChange={({ target }) => choose(target.value as CheckRuleKind)}
        error={fieldState.invalid && kind !== 'fixed'}
        helperText={
          <InputHelperText
            error={kind === 'fixed' ? undefined : fieldState.error?.message}
            helperText={messageKey(`panel.variables.check_rule_help.${kind}`)}
          />
        }
      >
        {CHECK_RULES.map((each) => (
          <MenuItem key={each} value={each}>
            {translate(messageKey(`panel.variables.check_rule.${each}`))}
          </MenuItem>
        ))}
      </TextField>
      {kind === 'fixed' && (
        <TextField
          label={<FieldTitle label="panel.variables.check_text" isRequired />}
          value={rule ?? ''}
          onChange={({ target }) => field.onChange(target.value)}
          onBlur={field.onBlur}
          inputRef={field.ref}
          error={fieldState.invalid}
          helperText={<InputHelperText error={fieldState.error?.message} />}
        />
      )}
    </>
  );
}
