/**
 * The field for words and `field:value`, with a list of completions below it (the combobox pattern
 * of WAI-ARIA).
 */
import { type Signal, useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { askJson } from '../api/client.js';
import { t } from '../messages/messages.js';
import { completed, nextChoice, type Wanted, wantedAt } from './completion.js';
import { countableField, type FieldInfo } from './fields.js';
import { encodePath } from './search_session.js';

const MOST_CHOICES = 10;

interface Choices {
  readonly wanted: Exclude<Wanted, { kind: 'nothing' }>;
  readonly texts: readonly string[];
}

export function QueryInput({
  query,
  index,
  fields,
}: {
  readonly query: Signal<string>;
  readonly index: string;
  readonly fields: readonly FieldInfo[];
}) {
  const input = useRef<HTMLInputElement>(null);
  const { choices, chosen, look, take, move, close } = useChoices({ input, query, index, fields });
  const texts = choices.value?.texts ?? [];
  return (
    <div class="query-words">
      <label for="query" class="small muted">
        {t('search.query')}
      </label>
      <input
        id="query"
        ref={input}
        data-query
        role="combobox"
        aria-autocomplete="list"
        aria-controls="query-choices"
        aria-expanded={texts.length > 0}
        aria-activedescendant={chosen.value < 0 ? undefined : `choice-${chosen.value}`}
        autocomplete="off"
        spellcheck={false}
        placeholder={t('search.query.example')}
        value={query.value}
        onInput={({ currentTarget }) => {
          query.value = currentTarget.value;
          void look();
        }}
        onKeyDown={move}
        onBlur={close}
      />
      <ChoiceList {...{ texts, take }} chosen={chosen.value} />
    </div>
  );
}

interface ChoicesOptions {
  readonly input: { readonly current: HTMLInputElement | null };
  readonly query: Signal<string>;
  readonly index: string;
  readonly fields: readonly FieldInfo[];
}

/** The offered completions, the selected one, and the actions of keys and clicks. */
function useChoices({ input, query, index, fields }: ChoicesOptions) {
  const choices = useSignal<Choices | undefined>(undefined);
  const chosen = useSignal(-1);
  const asked = useRef<AbortController>(new AbortController());
  const close = () => {
    asked.current.abort();
    choices.value = undefined;
    chosen.value = -1;
  };
  useEffect(() => close, []);
  const look = async () => {
    close();
    const element = input.current;
    if (element === null) return;
    const wanted = wantedAt(element.value, element.selectionStart ?? 0);
    if (wanted.kind === 'nothing') return;
    const controller = new AbortController();
    asked.current = controller;
    const texts = await choicesOf(wanted, { index, fields, signal: controller.signal });
    if (!controller.signal.aborted && texts.length > 0) choices.value = { wanted, texts };
  };
  const take = (text: string) => {
    const element = input.current;
    const known = choices.value;
    if (element === null || known === undefined) return;
    const done = completed(element.value, element.selectionStart ?? 0, known.wanted, text);
    query.value = done.text;
    element.value = done.text;
    element.setSelectionRange(done.caret, done.caret);
    element.focus();
    if (known.wanted.kind === 'field') void look();
    else close();
  };
  const move = (event: KeyboardEvent) => {
    const texts = choices.value?.texts ?? [];
    const text = texts[chosen.value];
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step !== 0 && texts.length > 0) {
      event.preventDefault();
      chosen.value = nextChoice(chosen.value, step, texts.length);
    } else if ((event.key === 'Enter' || event.key === 'Tab') && text !== undefined) {
      event.preventDefault();
      take(text);
    } else if (event.key === 'Escape') {
      close();
    }
  };
  return { choices, chosen, look, take, move, close };
}

/**
 * The list exists even when it is empty, because the field refers to it. The focus stays in the
 * field.
 */
function ChoiceList({
  texts,
  chosen,
  take,
}: {
  readonly texts: readonly string[];
  readonly chosen: number;
  readonly take: (text: string) => void;
}) {
  return (
    <div
      id="query-choices"
      role="listbox"
      aria-label={t('search.choices')}
      class="choices"
      hidden={texts.length === 0}
    >
      {texts.map((text, i) => (
        <div
          key={text}
          id={`choice-${i}`}
          role="option"
          tabIndex={-1}
          aria-selected={i === chosen}
          onMouseDown={(event) => {
            event.preventDefault();
            take(text);
          }}
        >
          {text}
        </div>
      ))}
    </div>
  );
}

interface Source {
  readonly index: string;
  readonly fields: readonly FieldInfo[];
  readonly signal: AbortSignal;
}

async function choicesOf(
  wanted: Choices['wanted'],
  { index, fields, signal }: Source,
): Promise<readonly string[]> {
  if (wanted.kind === 'field') {
    const prefix = wanted.prefix.toLowerCase();
    const names = fields
      .map(({ name }) => name)
      .filter((name) => name.toLowerCase().includes(prefix));
    return names.slice(0, MOST_CHOICES);
  }
  const field = countableField(fields, wanted.field);
  if (field === undefined || index === '') return [];
  const body = {
    field: field.name,
    string: wanted.prefix,
    size: MOST_CHOICES,
    case_insensitive: true,
  };
  const path = `/${encodePath(index)}/_terms_enum`;
  try {
    const { terms } = await askJson<{ readonly terms: readonly string[] }>({
      method: 'POST',
      path,
      body,
      signal,
    });
    return terms;
  } catch {
    // Values of numbers and dates cannot be listed, and typing on cancels the request: then nothing
    // is offered.
    return [];
  }
}
