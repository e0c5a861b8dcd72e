import { t } from '../messages/messages.js';
import { Icon } from '../widgets/icon.js';
import { type SearchState, withoutFilter } from './search_state.js';

export function FilterChips({
  state,
  change,
}: {
  readonly state: SearchState;
  readonly change: (next: SearchState) => void;
}) {
  if (state.filters.length === 0) return null;
  return (
    <ul class="chips" aria-label={t('search.filters')}>
      {state.filters.map((filter) => {
        const { field, value, isNegated } = filter;
        const text = `${field}: ${String(value)}`;
        return (
          <li key={`${isNegated} ${text}`} class={isNegated ? 'chip is-not' : 'chip'}>
            {isNegated ? `${t('search.not')} ` : ''}
            {text}
            <button
              type="button"
              class="quiet"
              aria-label={t('search.filter.remove', { filter: text })}
              onClick={() => change(withoutFilter(state, filter))}
            >
              <Icon name="close" />
            </button>
          </li>
        );
      })}
    </ul>
  );
}
