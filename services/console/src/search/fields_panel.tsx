import { useSignal } from '@preact/signals';
import { askJson } from '../api/client.js';
import { formatNumber, language, t, tn } from '../messages/messages.js';
import { Failure } from '../widgets/failure.js';
import { Meter } from '../widgets/meter.js';
import { useAsked } from '../widgets/use_asked.js';
import { FilterButtons } from './document_detail.js';
import { countableField, type FieldInfo, isDate, shownFields } from './fields.js';
import { instantText } from './instant_text.js';
import type { SearchParts } from './query_bar.js';
import { statisticsBody } from './search_request.js';
import { encodePath } from './search_session.js';
import { type Scalar, withColumn, withFilter } from './search_state.js';

export function FieldsPanel(parts: SearchParts) {
  const wanted = useSignal('');
  const text = wanted.value.toLowerCase();
  const shown = shownFields(parts.fields).filter(({ name }) => name.toLowerCase().includes(text));
  return (
    <section class="fields panel" aria-labelledby="fields">
      <h2 id="fields">{t('search.fields')}</h2>
      <input
        type="search"
        aria-label={t('search.fields.filter')}
        placeholder={t('search.fields.filter')}
        value={wanted.value}
        onInput={({ currentTarget }) => {
          wanted.value = currentTarget.value;
        }}
      />
      <ul>
        {shown.map((field) => (
          <li key={field.name}>
            <FieldEntry {...parts} field={field} />
          </li>
        ))}
      </ul>
    </section>
  );
}

type FieldParts = SearchParts & { readonly field: FieldInfo };

function FieldEntry(parts: FieldParts) {
  const { state, change, field } = parts;
  const isOpen = useSignal(false);
  const isColumn = state.columns.includes(field.name);
  return (
    <details
      onToggle={({ currentTarget }) => {
        isOpen.value = currentTarget.open;
      }}
    >
      <summary>
        <span class="field-name">{field.name}</span>
        <span class="small muted">{field.type}</span>
      </summary>
      {isOpen.value ? (
        <>
          <Statistics {...parts} />
          <button type="button" onClick={() => change(withColumn(state, field.name))}>
            {t(isColumn ? 'search.column.less' : 'search.column.more')}
          </button>
        </>
      ) : null}
    </details>
  );
}

interface StatisticsAnswer {
  readonly hits: { readonly total: { readonly value: number } };
  readonly aggregations: {
    readonly values: {
      readonly buckets: readonly {
        readonly key: Scalar;
        readonly key_as_string?: string;
        readonly doc_count: number;
      }[];
    };
    readonly missing: { readonly doc_count: number };
    readonly distinct: { readonly value: number };
    readonly least?: { readonly value: number | null };
    readonly most?: { readonly value: number | null };
  };
}

function Statistics(parts: FieldParts) {
  const { state, fields, field } = parts;
  const canCount = countableField(fields, field.name) !== undefined;
  const { value, error } = useAsked(
    async (signal) => {
      if (!canCount) return undefined;
      const body = statisticsBody(state, fields, field);
      const path = `/${encodePath(state.index)}/_search`;
      return askJson<StatisticsAnswer>({ method: 'POST', path, body, signal });
    },
    { inputs: [state, field.name] },
  );
  if (!canCount) return <p class="small muted">{t('search.statistics.none')}</p>;
  if (error !== undefined) return <Failure error={error} />;
  if (value === undefined) return <p class="small muted">{t('app.loading')}</p>;
  return <Counted {...parts} answer={value} />;
}

function Counted({
  answer,
  state,
  field,
  change,
}: FieldParts & { readonly answer: StatisticsAnswer }) {
  const { values, missing, distinct, least, most } = answer.aggregations;
  const total = answer.hits.total.value;
  const filter = (value: Scalar, isNegated: boolean) =>
    change(withFilter(state, { field: field.name, value, isNegated }));
  const numbers = { with: total - missing.doc_count, total };
  return (
    <div class="statistics">
      <p class="small">{tn('search.statistics', distinct.value, numbers)}</p>
      {least?.value == null || most?.value == null ? null : (
        <p class="small">
          {t('search.statistics.range', {
            least: valueText(field, least.value),
            most: valueText(field, most.value),
          })}
        </p>
      )}
      <ul>
        {values.buckets.map(({ key, key_as_string, doc_count }) => {
          const text = key_as_string ?? String(key);
          const value = key_as_string === undefined ? key : typedValue(field, key_as_string);
          return (
            <li key={text}>
              <span class="value-text" title={text}>
                {text}
              </span>
              <FilterButtons
                text={`${field.name}: ${text}`}
                filter={(isNegated) => filter(value, isNegated)}
              />
              <Meter
                percent={(100 * doc_count) / Math.max(1, total)}
                high={101}
                text={formatNumber(doc_count)}
                label={text}
              />
            </li>
          );
        })}
      </ul>
    </div>
  );
}

/**
 * The value of a bucket. Buckets of booleans have numbers as keys and the value in `key_as_string`.
 */
function typedValue({ type }: FieldInfo, text: string): Scalar {
  return type === 'boolean' ? text === 'true' : text;
}

function valueText(field: FieldInfo, value: number): string {
  if (!isDate(field)) return formatNumber(value);
  return instantText(value, language.value, { dateStyle: 'short', timeStyle: 'medium' });
}
