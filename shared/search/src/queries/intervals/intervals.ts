/** `intervals`: matches text by the order and proximity of its words. */
import { isJsonObject, type JsonValue } from '@skein/content';
import { intervalQuery, matchNoneQuery } from '@skein/search_library';
import { floatOf, textOrNull, tokenName } from '../options.js';
import { parsingError } from '../query_parse_context.js';
import { HEAVY, LEAF, type QueryType } from '../query_type.js';
import type { Rule } from './rule_type.js';
import { bindRule, hasScript, parseNamedRule } from './rules.js';

export const intervals: QueryType<Params> = {
  name: 'intervals',
  parse(body, context) {
    const [[field, json = null] = [], ...others] = Object.entries(body);
    if (field === undefined) {
      throw parsingError(context, 'Expected [FIELD_NAME] but got [END_OBJECT]', body);
    }
    if (!isJsonObject(json)) {
      const reason = `Expected [START_OBJECT] but got [${tokenName(json)}]`;
      throw parsingError(context, reason, json);
    }
    let boost = 1;
    let queryName: string | undefined;
    let found: Rule | undefined;
    const read = (key: string, value: JsonValue): void => {
      if (key === 'boost') boost = floatOf(value);
      else if (key === '_name') queryName = textOrNull(value);
      else {
        if (found) {
          const reason = `Only one interval rule can be specified, found [${found.kind}] and [${key}]`;
          throw parsingError(context, reason, json);
        }
        found = parseNamedRule([key, value], context);
      }
    };
    for (const [key, value = null] of Object.entries(json)) read(key, value);
    if (others.length > 0) {
      throw parsingError(context, 'Expected [END_OBJECT] but got [FIELD_NAME]', body);
    }
    const rule: Rule | undefined = found;
    if (!rule) {
      throw parsingError(context, 'Missing intervals from interval query definition', json);
    }
    return { boost, name: queryName, params: { field, rule } };
  },
  ...LEAF,
  needs: ({ rule }) => ({ ...HEAVY, scripts: hasScript(rule) }),
  bind: ({ field, rule }, shard) => {
    const mapped = shard.mapping.field(field);
    if (mapped === undefined) return matchNoneQuery('');
    // A rule that searches words checks their field, which may be another one.
    return intervalQuery(mapped.spec.name, bindRule(rule, field, shard));
  },
};

interface Params {
  readonly field: string;
  readonly rule: Rule;
}
