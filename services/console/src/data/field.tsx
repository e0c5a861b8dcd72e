import type { Signal } from '@preact/signals';
import { useId } from 'preact/hooks';

/** A line of a form with its name above it. */
export function Field({
  label,
  value,
  type = 'text',
  required = false,
}: {
  readonly label: string;
  readonly value: Signal<string>;
  readonly type?: 'text' | 'number';
  readonly required?: boolean;
}) {
  const id = useId();
  const common = {
    id,
    required,
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
        <input type="text" {...common} />
      )}
    </label>
  );
}
