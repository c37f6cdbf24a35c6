import { useId } from 'preact/hooks';

interface FieldProps {
  label: string;
  help?: string;
  type?: 'text' | 'password';
  name?: string;
  class?: string;
  autocomplete: 'off' | 'username' | 'current-password';
  minLength?: number;
  maxLength?: number;
  value: string;
  onText: (text: string) => void;
}

/** A labelled text input, which must be filled in. */
export function Field({ label, help, type = 'text', onText, ...input }: FieldProps) {
  const id = useId();
  // Preact's types do not accept a union here.
  const kind = { type } as { type: 'text' };
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <input
        id={id}
        {...kind}
        required
        autocapitalize="off"
        autocorrect="off"
        spellcheck={false}
        aria-describedby={help ? `${id}-help` : undefined}
        onInput={(event) => onText(event.currentTarget.value)}
        {...input}
      />
      {help && (
        <p class="help" id={`${id}-help`}>
          {help}
        </p>
      )}
    </div>
  );
}
