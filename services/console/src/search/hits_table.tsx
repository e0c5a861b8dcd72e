import { useSignal } from '@preact/signals';
import { Fragment } from 'preact';
import { language, t } from '../messages/messages.js';
import { Icon } from '../widgets/icon.js';
import { Scrolled } from '../widgets/scrolled.js';
import { DocumentDetail } from './document_detail.js';
import { cellParts, type Hit, leavesOf, metaValue, type Part } from './documents.js';
import { countableField, timeFieldOf } from './fields.js';
import { instantOf } from './instant.js';
import type { SearchParts } from './query_bar.js';
import { type SearchState, withColumn } from './search_state.js';

/** The most values of a document that are shown while no columns are chosen. */
const MOST_LEAVES = 15;

export function HitsTable(parts: SearchParts & { readonly hits: readonly Hit[] }) {
  const { state, fields, hits } = parts;
  const opened = useSignal<ReadonlySet<string>>(new Set());
  const time = timeFieldOf(fields, state.timeField);
  const toggle = (key: string) => {
    const next = new Set(opened.value);
    if (!next.delete(key)) next.add(key);
    opened.value = next;
  };
  const chosen = state.columns.filter((name) => name !== time);
  const columnCount = 2 + (time === undefined ? 0 : 1) + Math.max(0, chosen.length - 1);
  return (
    <div>
      <h2 id="documents" class="unseen">
        {t('search.documents')}
      </h2>
      <Scrolled labelledBy="documents">
        <table class="hits">
          <thead>
            <tr>
              <th scope="col">
                <span class="unseen">{t('search.open')}</span>
              </th>
              {time === undefined ? null : <ColumnHead {...parts} name={time} isFixed />}
              {chosen.length === 0 ? <th scope="col">{t('search.document')}</th> : null}
              {chosen.map((name) => (
                <ColumnHead key={name} {...parts} name={name} isFixed={false} />
              ))}
            </tr>
          </thead>
          <tbody>
            {hits.map((hit) => {
              const key = `${hit._index} ${hit._id}`;
              const isOpen = opened.value.has(key);
              return (
                <Fragment key={key}>
                  <HitRow {...{ hit, time, chosen, isOpen }} toggle={() => toggle(key)} />
                  {isOpen ? (
                    <tr>
                      <td colSpan={columnCount}>
                        <DocumentDetail {...parts} hit={hit} />
                      </td>
                    </tr>
                  ) : null}
                </Fragment>
              );
            })}
          </tbody>
        </table>
      </Scrolled>
    </div>
  );
}

function ColumnHead({
  name,
  isFixed,
  state,
  fields,
  change,
}: SearchParts & { readonly name: string; readonly isFixed: boolean }) {
  const isSortable = countableField(fields, name) !== undefined;
  const order = orderOf(state, name, isFixed);
  const next = { field: name, order: order === 'desc' ? 'asc' : 'desc' } as const;
  const sorted =
    order === undefined ? 'none' : order === 'asc' ? ('ascending' as const) : 'descending';
  return (
    <th scope="col" aria-sort={sorted}>
      {isSortable ? (
        <button type="button" class="quiet head" onClick={() => change({ ...state, sort: next })}>
          {name}
          {order === undefined ? null : <Icon name={order === 'asc' ? 'up' : 'down'} />}
        </button>
      ) : (
        name
      )}
      {isFixed ? null : (
        <button
          type="button"
          class="quiet head"
          aria-label={t('search.column.remove', { field: name })}
          onClick={() => change(withColumn(state, name))}
        >
          <Icon name="close" />
        </button>
      )}
    </th>
  );
}

/** The sort order of a column. Hits are sorted by time unless the reader chooses otherwise. */
function orderOf({ sort }: SearchState, name: string, isTime: boolean): 'asc' | 'desc' | undefined {
  if (sort === undefined) return isTime ? 'desc' : undefined;
  return sort.field === name ? sort.order : undefined;
}

function HitRow({
  hit,
  time,
  chosen,
  isOpen,
  toggle,
}: {
  readonly hit: Hit;
  readonly time: string | undefined;
  readonly chosen: readonly string[];
  readonly isOpen: boolean;
  readonly toggle: () => void;
}) {
  return (
    <tr>
      <td class="narrow">
        <button
          type="button"
          class="quiet"
          aria-expanded={isOpen}
          aria-label={t('search.open.document', { id: hit._id })}
          onClick={toggle}
        >
          <Icon name={isOpen ? 'down' : 'right'} />
        </button>
      </td>
      {time === undefined ? null : <td class="narrow">{timeText(hit, time)}</td>}
      {chosen.length === 0 ? (
        <td>
          <Summary hit={hit} />
        </td>
      ) : null}
      {chosen.map((name) => (
        <td key={name}>
          <Marked parts={partsAt(hit, name)} />
        </td>
      ))}
    </tr>
  );
}

function partsAt(hit: Hit, name: string): readonly Part[] {
  const meta = metaValue(hit, name);
  return meta === undefined ? cellParts(hit, name) : [{ text: meta, isMarked: false }];
}

/** The time in the reader's format, or the document's own text if it is no instant. */
function timeText(hit: Hit, field: string): string {
  const text = partsAt(hit, field)
    .map((part) => part.text)
    .join('');
  const ms = instantOf(text);
  if (ms === undefined) return text;
  return new Intl.DateTimeFormat(language.value, {
    dateStyle: 'short',
    timeStyle: 'medium',
  }).format(ms);
}

function Summary({ hit }: { readonly hit: Hit }) {
  return (
    <dl class="summary">
      {leavesOf(hit._source)
        .slice(0, MOST_LEAVES)
        .map(({ path }) => (
          <div key={path}>
            <dt>{path}</dt>
            <dd>
              <Marked parts={cellParts(hit, path)} />
            </dd>
          </div>
        ))}
    </dl>
  );
}

function Marked({ parts }: { readonly parts: readonly Part[] }) {
  return (
    <>{parts.map(({ text, isMarked }, i) => (isMarked ? <mark key={i}>{text}</mark> : text))}</>
  );
}
