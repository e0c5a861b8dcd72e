/** The number of documents over time. A click on a bar makes its time the range. */
import { formatNumber, language, t } from '../messages/messages.js';
import { instantInQuery, instantText } from './instant_text.js';
import type { Bucket } from './search_session.js';
import type { SearchState } from './search_state.js';

export function TimeHistogram({
  buckets = [],
  state,
  change,
}: {
  readonly buckets: readonly Bucket[] | undefined;
  readonly state: SearchState;
  readonly change: (next: SearchState) => void;
}) {
  const [first, second] = buckets;
  const last = buckets.at(-1);
  if (first === undefined || second === undefined || last === undefined) return null;
  const most = Math.max(...buckets.map(({ doc_count }) => doc_count), 1);
  const form = { dateStyle: 'medium', timeStyle: 'short' } as const;
  const clock = (ms: number) => instantText(ms, language.value, form);
  const narrow = (i: number) => {
    const from = buckets[i]?.key ?? first.key;
    const end = buckets[i + 1]?.key ?? from + second.key - first.key;
    change({ ...state, from: instantInQuery(from), to: instantInQuery(end - 1) });
  };
  return (
    <figure class="histogram">
      <ol
        aria-label={t('search.histogram', {
          most,
          from: clock(first.key),
          to: clock(last.key),
        })}
      >
        {buckets.map(({ key, doc_count }, i) => (
          <li key={key}>
            {/* The bars take no focus, as there are many; keyboard users choose the range in
                its own field. */}
            <button
              type="button"
              tabIndex={-1}
              class="bar-place"
              title={`${clock(key)}: ${formatNumber(doc_count)}`}
              onClick={() => narrow(i)}
            >
              <span style={{ height: `${(100 * doc_count) / most}%` }} />
            </button>
          </li>
        ))}
      </ol>
      <figcaption class="muted">
        <span>{clock(first.key)}</span>
        <span>{clock(last.key)}</span>
      </figcaption>
    </figure>
  );
}
