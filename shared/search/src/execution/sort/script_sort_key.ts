/** `_script` sorts bound to an index: the script's result is the sort key. */
import { utf8, utf8Decode } from '@skein/bytes';
import { double } from '@skein/content';
import { textOf, type Value } from '@skein/java';
import { scriptContext } from '@skein/script';
import type { SortField } from '@skein/search_library';
import type { QueryShardContext } from '../../queries/query_shard_context.js';
import type { ScriptSort } from '../../request/parse_script_sort.js';
import { documentScript } from '../../scripts/document_script.js';
import { cursorNumber } from './field_sort_key.js';
import type { SortKey } from './sort_plan.js';

const NUMBER_SORT = scriptContext('number_sort');
const STRING_SORT = scriptContext('string_sort');

/** The name in error messages. */
const SCRIPT_FIELD = '_script';

export function scriptSortField(sort: ScriptSort, shard: QueryShardContext): SortField {
  const isNumber = sort.type === 'number';
  const context = isNumber ? NUMBER_SORT : STRING_SORT;
  const { segment, needsScore } = documentScript(sort.script, context, shard);
  const common = { reverse: sort.descending, needsScore };
  if (isNumber) {
    return {
      kind: 'computed_number',
      ...common,
      segment: (reader) => segment(reader) as (doc: number, score: number) => number,
    };
  }
  return {
    kind: 'computed_text',
    ...common,
    segment: (reader) => {
      const run = segment(reader);
      return (doc, score) => textOf(run(doc, score) as Value);
    },
  };
}

export function scriptSortKey({ type }: ScriptSort): SortKey {
  if (type === 'number') {
    return {
      format: (value) => double(Number(value)),
      parse: (value) => (value === null ? null : cursorNumber(value, 'double', SCRIPT_FIELD)),
      refusesNull: SCRIPT_FIELD,
    };
  }
  return {
    format: (value) => (value instanceof Uint8Array ? utf8Decode(value) : null),
    parse: (value) => utf8(String(value)),
  };
}
