/** URL parameters of `_termvectors` and `_mtermvectors`. */
import { booleanParam, listParam, type ParamValues, stringParam } from '@skein/http';
import { versionTypeOf } from '@skein/ingest/calls';
import type { TermVectorsDefaults } from '@skein/search';
import { versionParam } from '../document/write_params.js';

/** Checked here; the requests keep the name. */
const versionTypeName: typeof stringParam = {
  ...stringParam,
  parse: (_name, text) => {
    versionTypeOf(text);
    return text;
  },
};

export const TERM_VECTORS_PARAMS = {
  fields: listParam,
  offsets: booleanParam,
  positions: booleanParam,
  payloads: booleanParam,
  term_statistics: booleanParam,
  field_statistics: booleanParam,
  realtime: booleanParam,
  routing: stringParam,
  preference: stringParam,
  version: versionParam,
  version_type: versionTypeName,
} as const;

export function termVectorsDefaults(
  params: ParamValues<typeof TERM_VECTORS_PARAMS>,
): TermVectorsDefaults {
  return {
    fields: params.fields,
    offsets: params.offsets ?? true,
    positions: params.positions ?? true,
    payloads: params.payloads ?? true,
    termStatistics: params.term_statistics ?? false,
    fieldStatistics: params.field_statistics ?? true,
    routing: params.routing,
    version: params.version,
    versionType: params.version_type,
  };
}
