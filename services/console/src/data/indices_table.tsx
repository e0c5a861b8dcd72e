/**
 * The table of all indices: filtered by name, with or without hidden ones, sorted by the column
 * head that was clicked.
 */
import { type Signal, useSignal } from '@preact/signals';
import { formatPlace } from '../address.js';
import { formatNumber, language, t } from '../messages/messages.js';
import { bytesText } from '../messages/units.js';
import { Scrolled } from '../widgets/scrolled.js';
import { type IndexRow, type SortKey, shownRows } from './index_rows.js';

/** The most rows that are shown; the filter finds the other indices. */
const MOST_ROWS = 500;

export function IndicesTable({
  rows,
  open,
}: {
  readonly rows: readonly IndexRow[];
  /** Shows the details of the index. */
  readonly open: (name: string) => void;
}) {
  const filter = useSignal('');
  const sort = useSignal<SortKey>('name');
  const hidden = useSignal(false);
  const all = shownRows(rows, { filter: filter.value, sort: sort.value, hidden: hidden.value });
  const head = (key: SortKey, text: string, look?: string) => (
    <th
      scope="col"
      class={look}
      aria-sort={sort.value !== key ? 'none' : key === 'name' ? 'ascending' : 'descending'}
    >
      <button
        type="button"
        class="quiet head"
        onClick={() => {
          sort.value = key;
        }}
      >
        {text}
      </button>
    </th>
  );
  return (
    <section class="panel">
      <TableHead filter={filter} hidden={hidden} />
      {all.length === 0 ? <p class="muted">{t('data.none')}</p> : null}
      <Scrolled labelledBy="indices">
        <table>
          <thead>
            <tr>
              {head('name', t('data.name'))}
              <th scope="col">{t('overview.health')}</th>
              <th scope="col" class="number">
                {t('data.shards')}
              </th>
              {head('documents', t('overview.documents'), 'number')}
              {head('sizeBytes', t('overview.size'), 'number')}
              <th scope="col">
                <span class="unseen">{t('search.title')}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {all.slice(0, MOST_ROWS).map((row) => (
              <Row key={row.name} row={row} open={open} />
            ))}
          </tbody>
        </table>
      </Scrolled>
      {all.length > MOST_ROWS ? (
        <p class="small muted">{t('data.more', { count: all.length - MOST_ROWS })}</p>
      ) : null}
    </section>
  );
}

function TableHead({
  filter,
  hidden,
}: {
  readonly filter: Signal<string>;
  readonly hidden: Signal<boolean>;
}) {
  return (
    <div class="panel-head">
      <h2 id="indices">{t('overview.indices')}</h2>
      <label class="inline">
        <input
          type="checkbox"
          checked={hidden.value}
          onChange={({ currentTarget }) => {
            hidden.value = currentTarget.checked;
          }}
        />
        {t('data.hidden')}
      </label>
      <label class="inline">
        {t('data.filter')}
        <input
          type="search"
          data-query
          value={filter.value}
          onInput={({ currentTarget }) => {
            filter.value = currentTarget.value;
          }}
        />
      </label>
    </div>
  );
}

function Row({
  row: { name, health, status, primaries, replicas, documents, sizeBytes },
  open,
}: {
  readonly row: IndexRow;
  readonly open: (name: string) => void;
}) {
  const isOpen = status === 'open';
  return (
    <tr>
      <th scope="row">
        <button type="button" class="quiet" onClick={() => open(name)}>
          {name}
        </button>
      </th>
      <td class={`health is-${health}`}>
        <span class="dot" aria-hidden="true" />
        {isOpen ? health : t('data.closed')}
      </td>
      <td class="number">{`${formatNumber(primaries)} × ${formatNumber(1 + replicas)}`}</td>
      <td class="number">{documents === undefined ? '' : formatNumber(documents)}</td>
      <td class="number">{sizeBytes === undefined ? '' : bytesText(sizeBytes, language.value)}</td>
      <td>
        {isOpen ? (
          <a href={formatPlace({ page: 'search', params: { index: name } })}>{t('search.title')}</a>
        ) : null}
      </td>
    </tr>
  );
}
