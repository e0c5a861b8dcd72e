import type { Signal } from '@preact/signals';
import { useId } from 'preact/hooks';

interface FieldProps {
  readonly label: string;
  readonly value: Signal<string>;
  readonly type?: 'text' | 'number';
  readonly required?: boolean;
  readonly placeholder?: string;
  /** Suggestions shown while the user types. */
  readonly choices?: readonly string[];
}

/** A one-line input with its label above it. */
export function Field({
  label,
  value,
  type = 'text',
  required = false,
  placeholder,
  choices,
}: FieldProps) {
  const id = useId();
  const common = {
    id,
    required,
    placeholder,
    autocomplete: 'off',
    value: value.value,
    onInput: ({ currentTarget }: { readonly currentTarget: HTMLInputElement }) => {
      value.value = currentTarget.value;
    },
  };
  return (
    <label for={id}>
      {label}
      {type === 'number' ? (
        <input type="number" min={0} {...common} />
      ) : (
        <input type="text" list={choices === undefined ? undefined : `${id}-choices`} {...common} />
      )}
      {choices === undefined ? null : (
        <datalist id={`${id}-choices`}>
          {choices.map((choice) => (
            <option key={choice} value={choice} />
          ))}
        </datalist>
      )}
    </label>
  );
}

interface TextFieldProps {
  readonly label: string;
  readonly value: Signal<string>;
  readonly rows?: number;
  readonly readOnly?: boolean;
  readonly placeholder?: string;
}

/** An input of several lines, mostly for JSON. */
export function TextField({
  label,
  value,
  rows = 6,
  readOnly = false,
  placeholder,
}: TextFieldProps) {
  return (
    <label>
      {label}
      <textarea
        rows={rows}
        class="code"
        spellcheck={false}
        readOnly={readOnly}
        placeholder={placeholder}
        value={value.value}
        onInput={({ currentTarget }) => {
          value.value = currentTarget.value;
        }}
      />
    </label>
  );
}

/** A choice of one among a few values. */
export function Choice({
  label,
  value,
  choices,
}: {
  readonly label: string;
  readonly value: Signal<string>;
  readonly choices: readonly (readonly [value: string, text: string])[];
}) {
  return (
    <label>
      {label}
      <select
        value={value.value}
        onChange={({ currentTarget }) => {
          value.value = currentTarget.value;
        }}
      >
        {choices.map(([choice, text]) => (
          <option key={choice} value={choice}>
            {text}
          </option>
        ))}
      </select>
    </label>
  );
}
