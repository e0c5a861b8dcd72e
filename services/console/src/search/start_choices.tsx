import { formatPlace } from '../address.js';
import { t } from '../messages/messages.js';
import { useIndexNames } from './use_index_names.js';

/** The most names that are listed; more are found by typing. */
const MOST_NAMES = 50;

/** The search page before anything is chosen: what can be searched, as links. */
export function StartChoices() {
  const names = useIndexNames()
    .filter((name) => !name.startsWith('.'))
    .slice(0, MOST_NAMES);
  return (
    <>
      <p class="muted">{t('search.choose')}</p>
      <ul class="chips">
        {names.map((name) => (
          <li key={name} class="chip start">
            <a href={formatPlace({ page: 'search', params: { index: name } })}>{name}</a>
          </li>
        ))}
      </ul>
    </>
  );
}
