/** `PUT /_template/{name}`: a legacy index template. */
import { type IndexTemplate, makeTemplateAlias } from '@skein/cluster';
import {
  isJsonArray,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  stringifyJson,
} from '@skein/content';
import { ApiError, illegalArgument } from '@skein/errors';
import { acknowledged, booleanParam, integerParam, orDefault, stringParam } from '@skein/http';
import { isScalar, textOf } from '@skein/reading';
import type { Settings } from '@skein/settings';
import { MASTER_PARAMS, submitOptions } from '../../common_params.js';
import { defineEndpoint } from '../../endpoint.js';
import { legacyWarning } from '../../templates/overlap_warning.js';
import { readAliases } from '../aliases/read_alias.js';
import { checkAnalysis } from '../check_analysis.js';
import { readNewMapping } from '../create.js';
import { readNewSettings } from '../read_settings.js';

export const put_template = defineEndpoint({
  id: 'indices.put_template',
  shape: 'master',
  routes: ['PUT /_template/{name}', 'POST /_template/{name}'],
  params: {
    ...MASTER_PARAMS,
    create: orDefault(booleanParam, false),
    order: integerParam,
    cause: stringParam,
  },
  body: 'json',
  privilege: 'templates:manage',
  parse: ({ pathParams, params, body }) => ({
    template: readTemplate(pathParams.name ?? '', body.requiredObject(), params.order),
    create: params.create,
    options: submitOptions(params),
  }),
  handle: async ({ template, create, options }, actors, { signal }) => {
    await checkAnalysis(template.settings, actors, signal);
    const { masterService } = actors;
    const outcome = await masterService.submit('put_template', { template, create }, options);
    const headers = legacyWarning(masterService.state(), template);
    return { ...acknowledged({}, outcome.acknowledged), headers };
  },
});

const KEYS = ['index_patterns', 'order', 'version', 'settings', 'mappings', 'aliases'];

function readTemplate(name: string, body: JsonObject, order: number | undefined): IndexTemplate {
  const { template: oldPattern, ...members } = body;
  const unknown = Object.keys(members).find((key) => !KEYS.includes(key));
  if (unknown !== undefined) {
    throw new ApiError('parse_exception', `unknown key [${unknown}] in the template `);
  }
  const given =
    body.index_patterns === undefined ? readOldPattern(oldPattern) : body.index_patterns;
  const patterns = readPatterns(given);
  if (patterns.length === 0) {
    throw new ApiError(
      'action_request_validation_exception',
      'Validation Failed: 1: index patterns are missing;',
    );
  }
  const aliases = readAliases(body.aliases).map(makeTemplateAlias);
  return {
    name,
    patterns,
    order: readOrder(body.order) ?? order ?? 0,
    version: readVersion(body.version),
    settings: readSettings(body.settings),
    mapping: readNewMapping(body.mappings),
    aliases: new Map(aliases.map((alias) => [alias.name, alias])),
  };
}

function readPatterns(json: JsonValue | undefined): string[] {
  const list = isJsonArray(json) ? json : json === undefined ? [] : [json];
  return list.map((pattern) => {
    // As in OpenSearch, a number of a list is a name.
    if (typeof pattern === 'string' || (isScalar(pattern) && list === json)) return textOf(pattern);
    throw illegalArgument(
      'Malformed [index_patterns] value, should be a string or a list of strings',
    );
  });
}

/** The single pattern from before `index_patterns`, which old shippers still send. */
function readOldPattern(json: JsonValue | undefined): string | undefined {
  if (json === undefined || typeof json === 'string') return json;
  throw illegalArgument(
    'Malformed [template] value, should be a string: the settings, mappings and aliases of a legacy template stand beside it',
  );
}

const isInt = (json: unknown): json is number => typeof json === 'number' && (json | 0) === json;

/** The order in the body, which overrides that of the parameter. */
function readOrder(json: JsonValue | undefined): number | undefined {
  if (json === undefined || json === null) return undefined;
  if (isInt(json)) return json;
  if (typeof json === 'number') throw illegalArgument(`${json} is not an integer value`);
  const text = isScalar(json) ? textOf(json) : stringifyJson(json);
  const order = /^[+-]?\d+$/.test(text) ? Number(text) : undefined;
  if (isInt(order)) return order;
  throw new ApiError('number_format_exception', `For input string: "${text}"`);
}

function readVersion(json: JsonValue | undefined): number | undefined {
  if (json === undefined || isInt(json)) return json;
  throw illegalArgument('Malformed [version] value, should be an integer');
}

function readSettings(json: JsonValue | undefined): Settings {
  if (json === undefined || isJsonObject(json)) return readNewSettings(json);
  throw illegalArgument('Malformed [settings] section, should include an inner object');
}
