/** A switch between several lists or parts. */
export function Switch({
  label,
  shown,
  choices,
  choose,
  look = '',
}: {
  readonly label: string;
  readonly shown: string;
  readonly choices: readonly (readonly [key: string, text: string])[];
  readonly choose: (key: string) => void;
  readonly look?: string;
}) {
  return (
    <fieldset class={`switch ${look}`}>
      <legend class="unseen">{label}</legend>
      {choices.map(([key, text]) => (
        <button key={key} type="button" aria-pressed={key === shown} onClick={() => choose(key)}>
          {text}
        </button>
      ))}
    </fieldset>
  );
}
