/**
 * `field_value_factor`: the value of a number field, multiplied by a factor and modified by a
 * function.
 */

import { isKeyOf } from '@skein/base';
import type { JsonValue } from '@skein/content';
import { ApiError } from '@skein/errors';
import { stepOf } from '@skein/mapping';
import { fieldValueFactor, MODIFIERS, type Modifier } from '@skein/search_library';
import { NO_HEADER, OF_FUNCTIONS, readOptions } from '../header.js';
import { type Draft, intoDraft } from '../into_draft.js';
import { doubleOf, floatOf, textOf } from '../options.js';
import { parsingError } from '../query_parse_context.js';
import { requireNumbers } from './require_fielddata.js';
import type { ScoreFunctionType } from './score_function_type.js';

export const field_value_factor: ScoreFunctionType<Params> = {
  name: 'field_value_factor',
  parse(body, context) {
    const draft: Draft<Params, 'name'> = {
      name: undefined,
      factor: 1,
      modifier: 'none',
      missing: undefined,
    };
    const notOneFactor = () => {
      const reason = "[field_value_factor] field 'factor' does not support lists or objects";
      throw parsingError(context, reason, body);
    };
    readOptions(
      { query: 'field_value_factor', options: body, context, manners: OF_FUNCTIONS },
      {
        ...NO_HEADER,
        field: intoDraft(draft, 'name', textOf),
        factor: {
          value: intoDraft(draft, 'factor', floatOf),
          object: notOneFactor,
          array: notOneFactor,
        },
        modifier: intoDraft(draft, 'modifier', modifierOf),
        missing: intoDraft(draft, 'missing', doubleOf),
      },
    );
    const { name, factor, modifier, missing } = draft;
    if (name === undefined) {
      const reason = `[field_value_factor] required field 'field' missing`;
      throw parsingError(context, reason, body);
    }
    return { name, factor, modifier, missing };
  },
  needs: () => ({ now: false, scripts: false }),
  bind: ({ name, factor, modifier, missing }, shard) => {
    const mapped = shard.mapping.field(name);
    if (!mapped && missing === undefined) {
      throw new ApiError(
        'exception',
        `Unable to find a field mapper for field [${name}]. No 'missing' value defined.`,
        { status: 400 },
      );
    }
    if (mapped) requireNumbers(mapped);
    const field = mapped?.spec.name ?? name;
    return fieldValueFactor({ field, step: stepOf(mapped), factor, modifier, missing });
  },
};

interface Params {
  readonly name: string;
  readonly factor: number;
  readonly modifier: Modifier;
  readonly missing: number | undefined;
}

function modifierOf(json: JsonValue): Modifier {
  const name = textOf(json).toLowerCase();
  if (isKeyOf(MODIFIERS, name)) return name;
  throw new ApiError(
    'illegal_argument_exception',
    `No enum constant org.opensearch.common.lucene.search.function.FieldValueFactorFunction.Modifier.${name.toUpperCase()}`,
  );
}
