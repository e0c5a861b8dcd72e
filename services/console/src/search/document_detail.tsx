import { useSignal } from '@preact/signals';
import { t } from '../messages/messages.js';
import { CopyButton } from '../widgets/copy_button.js';
import { Icon } from '../widgets/icon.js';
import { focusable } from '../widgets/scrolled.js';
import { Switch } from '../widgets/switch.js';
import { documentJson, type Hit, leavesOf } from './documents.js';
import { isFilterable } from './fields.js';
import type { SearchParts } from './query_bar.js';
import { type Scalar, withFilter } from './search_state.js';

export function DocumentDetail(parts: SearchParts & { readonly hit: Hit }) {
  const { hit } = parts;
  const shown = useSignal('fields');
  return (
    <div class="detail">
      <div class="detail-head">
        <Switch
          label={t('search.document')}
          shown={shown.value}
          choices={[
            ['fields', t('search.fields')],
            ['json', 'JSON'],
          ]}
          choose={(part) => {
            shown.value = part;
          }}
        />
        <code>{`${hit._index}/${hit._id}`}</code>
        <CopyButton text={() => documentJson(hit)} />
      </div>
      {shown.value === 'json' ? (
        <pre ref={focusable} class="code">
          {documentJson(hit)}
        </pre>
      ) : (
        <Values {...parts} />
      )}
    </div>
  );
}

function Values({ hit, state, fields, change }: SearchParts & { readonly hit: Hit }) {
  const filter = (field: string, value: Scalar, isNegated: boolean) =>
    change(withFilter(state, { field, value, isNegated }));
  return (
    <table class="values">
      <tbody>
        {leavesOf(hit._source).map(({ path, values }) => (
          <tr key={path}>
            <th scope="row">{path}</th>
            <td>
              <ul>
                {values.map((value, i) => (
                  <li key={i}>
                    <span>{String(value)}</span>
                    {isFilterable(fields, path) ? (
                      <FilterButtons
                        text={`${path}: ${String(value)}`}
                        filter={(isNegated) => filter(path, value, isNegated)}
                      />
                    ) : null}
                  </li>
                ))}
              </ul>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Buttons that keep only the documents with a value, or only those without it. */
export function FilterButtons({
  text,
  filter,
}: {
  readonly text: string;
  readonly filter: (isNegated: boolean) => void;
}) {
  return (
    <span class="filter-buttons">
      <button
        type="button"
        class="quiet"
        aria-label={t('search.filter.with', { filter: text })}
        onClick={() => filter(false)}
      >
        <Icon name="plus" />
      </button>
      <button
        type="button"
        class="quiet"
        aria-label={t('search.filter.without', { filter: text })}
        onClick={() => filter(true)}
      >
        <Icon name="minus" />
      </button>
    </span>
  );
}
