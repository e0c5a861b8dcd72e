/** `token_count`: the number of words of a text, as an integer. */
import type { Analyzer } from '@skein/analysis';
import { ApiError } from '@skein/errors';
import type { FieldTypeDefinition } from './field_type.js';
import { numberField, numberSpec } from './number.js';
import { integerDisplay } from './number_display.js';
import { INTEGER, numberOperand } from './number_kind.js';
import { integerQueries } from './number_queries.js';
import { docValuesFlag, flag, indexFlag, meta, nullValue, storeFlag } from './parameter.js';
import { analyzers } from './text_parameters.js';

const analyzer = analyzers
  .filter(({ name }) => name === 'analyzer')
  .map((parameter) => ({
    ...parameter,
    default: null,
    showAlso: () => false,
  }));

export const tokenCount: FieldTypeDefinition = {
  name: 'token_count',
  parameters: [
    indexFlag,
    docValuesFlag,
    storeFlag,
    ...analyzer,
    nullValue,
    flag('enable_position_increments', true),
    meta,
  ],
  build: (path, values, context) => {
    const name = values.text('analyzer');
    if (name === undefined) {
      const leaf = path.slice(path.lastIndexOf('.') + 1);
      throw new ApiError(
        'mapper_parsing_exception',
        `Analyzer must be set for field [${leaf}] but wasn't.`,
      );
    }
    const counter = context.analyzer(name) ?? context.defaultAnalyzer;
    const withGaps = values.flag('enable_position_increments');
    const spec = numberSpec(path, values, 'long');
    const fallback = values.get('null_value');
    const field = numberField({
      spec,
      values,
      // OpenSearch shows the type of the count, except in mappings.
      typeName: 'integer',
      read: (value) => countTokens(String(value), counter, withGaps),
      toStore: (count) => count,
      nullValue: undefined,
      behaviour: {
        collapses: true,
        takesFormat: true,
        showsColumn: true,
        ...integerQueries(INTEGER, spec),
        ...integerDisplay(INTEGER, path, spec),
      },
    });
    if (fallback === null) return { ...field, readsText: true };
    const count = Number(INTEGER.fromQuery(numberOperand(fallback)));
    return {
      ...field,
      readsText: true,
      nullValue: count,
      index: (value, sink) => {
        if (typeof value === 'number') sink.add({ kind: 'number', spec, value });
        else field.index(value, sink);
      },
    };
  },
};

function countTokens(text: string, analyzer: Analyzer, withGaps: boolean): number {
  const { tokens, trailingIncrement } = analyzer.analyze(text);
  let count = withGaps ? trailingIncrement : 0;
  for (const token of tokens) {
    count += withGaps ? token.positionIncrement : Math.min(1, token.positionIncrement);
  }
  return count;
}
