import { useSignal } from '@preact/signals';
import { useLayoutEffect } from 'preact/hooks';
import { t } from '../messages/messages.js';
import { type FieldInfo, isDate, timeFieldOf } from './fields.js';
import { QueryInput } from './query_input.js';
import type { SearchState } from './search_state.js';
import { TimePicker } from './time_picker.js';
import { useIndexNames } from './use_index_names.js';

export interface SearchParts {
  readonly state: SearchState;
  readonly fields: readonly FieldInfo[];
  readonly change: (next: SearchState) => void;
}

export function QueryBar({
  state,
  fields,
  change,
  search,
}: SearchParts & { readonly search: () => void }) {
  const query = useSignal(state.query);
  const index = useSignal(state.index);
  // Before the next paint: later it would take away what a person has typed by then.
  useLayoutEffect(() => {
    query.value = state.query;
    index.value = state.index;
  }, [state]);
  const names = useIndexNames();
  const submit = () => {
    const next = { ...state, query: query.value, index: index.value.trim() };
    if (next.query === state.query && next.index === state.index) search();
    else change(next);
  };
  const dates = fields.filter(isDate).map(({ name }) => name);
  return (
    <form
      class="query-bar"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <label class="query-index">
        <span class="small muted">{t('search.index')}</span>
        <input
          list="index-names"
          value={index.value}
          autocomplete="off"
          spellcheck={false}
          onInput={({ currentTarget }) => {
            index.value = currentTarget.value;
            // A name that was picked from the list is searched at once.
            if (names.includes(currentTarget.value)) submit();
          }}
        />
        <datalist id="index-names">
          {names.map((name) => (
            <option key={name} value={name} />
          ))}
        </datalist>
      </label>
      <QueryInput query={query} index={state.index} fields={fields} />
      {dates.length === 0 ? null : (
        <TimePicker {...{ state, change, dates }} field={timeFieldOf(fields, state.timeField)} />
      )}
      <button type="submit" class="first">
        {t('search.run')}
      </button>
    </form>
  );
}
