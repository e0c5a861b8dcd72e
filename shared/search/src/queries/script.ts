/** `script`: the documents that a script accepts. */
import { isJsonArray, isJsonObject } from '@skein/content';
import { parseScript, type ScriptReference, scriptContext } from '@skein/script';
import { predicateQuery } from '@skein/search_library';
import { documentScript } from '../scripts/document_script.js';
import { scriptText } from '../scripts/script_text.js';
import { floatOf, isScalar, textOrNull } from './options.js';
import { parsingError, placePrefix } from './query_parse_context.js';
import { LEAF, type QueryType, SCRIPTED } from './query_type.js';

const FILTER = scriptContext('filter');

interface Params {
  readonly script: ScriptReference;
}

export const script: QueryType<Params> = {
  name: 'script',
  parse(body, context) {
    let reference: ScriptReference | undefined;
    let boost = 1;
    let queryName: string | undefined;
    for (const [key, json = null] of Object.entries(body)) {
      if (isJsonArray(json)) {
        const reason =
          '[script] query does not support an array of scripts. Use a bool query with a clause per script instead.';
        throw parsingError(context, reason, json);
      }
      if (key === 'script' && (isJsonObject(json) || typeof json === 'string')) {
        reference = parseScript(json, { place: (at) => placePrefix(context, at) });
      } else if (key === 'boost' && isScalar(json)) boost = floatOf(json);
      else if (key === '_name' && isScalar(json)) queryName = textOrNull(json);
      else throw parsingError(context, `[script] query does not support [${key}]`, body);
    }
    if (reference === undefined) {
      throw parsingError(context, 'script must be provided with a [script] filter', body);
    }
    return { boost, name: queryName, params: { script: reference } };
  },
  ...LEAF,
  needs: () => SCRIPTED,
  bind: ({ script: found }, shard) => {
    const { segment, segmentRows } = documentScript(found, FILTER, shard);
    return predicateQuery({
      segment: (reader) => {
        const run = segment(reader);
        return (doc) => run(doc, Number.NaN) === true;
      },
      segmentRows,
      profileName: 'ScriptQuery',
      toString: () => `ScriptQuery(${scriptText(found)})`,
    });
  },
};
