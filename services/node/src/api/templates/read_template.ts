/** Bodies of `_index_template` and `_component_template`. */
import {
  type AliasDefinition,
  type ComponentTemplate,
  type ComposableTemplate,
  type DataStreamTemplate,
  makeTemplateAlias,
  type TemplateBody,
} from '@skein/cluster';
import { isJsonArray, type JsonObject, type JsonValue } from '@skein/content';
import { ApiError, illegalArgument } from '@skein/errors';
import {
  type BodyLocator,
  booleanOf,
  type FieldReaders,
  fieldReader,
  into,
  longOf,
  readFields,
  textOf,
  textsOf,
} from '@skein/reading';
import { readLifecycle } from '../data_stream/lifecycle_json.js';
import { readAliases } from '../indices/aliases/read_alias.js';
import { readNewSettings } from '../indices/read_settings.js';
import type { LocatedBody } from '../search/search_body.js';

/** Names of aliases are checked after everything is parsed. */
type BodyDraft = Pick<TemplateBody, 'settings' | 'mapping' | 'lifecycle'> & {
  readonly aliases: readonly AliasDefinition[] | undefined;
};

interface Draft {
  template?: BodyDraft;
  patterns?: readonly string[];
  composedOf?: readonly string[];
  priority?: number;
  version?: number;
  meta?: JsonObject;
  dataStream?: DataStreamTemplate;
  optionalComponents?: readonly string[];
  allowsAutoCreate?: boolean;
}

/** Throws x_content_parse_exception, and the errors of settings, mappings and aliases. */
export function readComponent(name: string, body: LocatedBody): ComponentTemplate {
  const draft: Draft = {};
  read(body, 'component_template', labels(draft, body.locate));
  const { template, version, meta } = draft;
  if (template === undefined) throw illegalArgument('Required [template]');
  return { name, template: made(template), version, meta };
}

export function readComposable(name: string, body: LocatedBody): ComposableTemplate {
  const draft: Draft = {};
  const texts = (json: JsonValue) =>
    isJsonArray(json) ? textsOf(json, body.locate) : [textOf(json)];
  read(body, 'index_template', {
    ...labels(draft, body.locate),
    index_patterns: into(draft, 'patterns', 'string_array', texts),
    composed_of: into(draft, 'composedOf', 'string_array', texts),
    ignore_missing_component_templates: into(draft, 'optionalComponents', 'string_array', texts),
    allow_auto_create: into(draft, 'allowsAutoCreate', 'boolean', booleanOf),
    priority: into(draft, 'priority', 'number', longOf),
    data_stream: into(draft, 'dataStream', 'object', (json) => streamTemplateOf(json, body.locate)),
  });
  const { patterns, template, composedOf, priority, version, meta, dataStream } = draft;
  const { optionalComponents, allowsAutoCreate } = draft;
  if (patterns === undefined) throw illegalArgument('Required [index_patterns]');
  if (priority !== undefined && priority < 0) {
    const reason = 'Validation Failed: 1: index template priority must be >= 0;';
    throw new ApiError('action_request_validation_exception', reason);
  }
  const own = template && made(template);
  const components = composedOf ?? (template === undefined ? undefined : []);
  return {
    name,
    patterns,
    template: own,
    composedOf: components,
    priority,
    version,
    meta,
    dataStream,
    ...(optionalComponents === undefined ? {} : { optionalComponents }),
    ...(allowsAutoCreate === undefined ? {} : { allowsAutoCreate }),
  };
}

function read({ json, locate }: LocatedBody, name: string, readers: FieldReaders): void {
  readFields(json ?? {}, readers, { name, locate });
}

function labels(draft: Draft, locate: BodyLocator): FieldReaders {
  return {
    template: into(draft, 'template', 'object', (json) => bodyOf(json, locate)),
    version: into(draft, 'version', 'number', longOf),
    _meta: into(draft, 'meta', 'object', (json) => json),
  };
}

function made({ aliases, ...body }: BodyDraft): TemplateBody {
  const ofTemplate = aliases?.map(makeTemplateAlias);
  return { ...body, aliases: ofTemplate && new Map(ofTemplate.map((one) => [one.name, one])) };
}

function bodyOf(json: JsonObject, locate: BodyLocator): BodyDraft {
  let settings: BodyDraft['settings'];
  let mapping: BodyDraft['mapping'];
  let aliases: BodyDraft['aliases'];
  let lifecycle: BodyDraft['lifecycle'];
  const readers: FieldReaders = {
    settings: [
      'object',
      (given) => {
        settings = readNewSettings(given);
      },
    ],
    mappings: fieldReader('object', (given) => {
      mapping = given;
    }),
    aliases: [
      'object',
      (given) => {
        aliases = readAliases(given);
      },
    ],
    lifecycle: fieldReader('object', (given) => {
      lifecycle = readLifecycle(given, locate);
    }),
  };
  readFields(json, readers, { name: 'template', locate });
  return { settings, mapping, aliases, ...(lifecycle === undefined ? {} : { lifecycle }) };
}

function streamTemplateOf(json: JsonObject, locate: BodyLocator): DataStreamTemplate {
  const draft: { timestampField?: string; isHidden?: boolean; allowsRouting?: boolean } = {};
  const readers: FieldReaders = {
    timestamp_field: into(draft, 'timestampField', 'object', (given) =>
      timestampNameOf(given, locate),
    ),
    hidden: into(draft, 'isHidden', 'boolean', booleanOf),
    allow_custom_routing: into(draft, 'allowsRouting', 'boolean', booleanOf),
  };
  readFields(json, readers, { name: 'data_stream_template', locate });
  const { timestampField = '@timestamp', isHidden = false, allowsRouting = false } = draft;
  return { timestampField, isHidden, allowsRouting };
}

function timestampNameOf(json: JsonObject, locate: BodyLocator): string {
  const draft: { name?: string } = {};
  const readers = { name: into(draft, 'name', 'string', textOf) };
  readFields(json, readers, { name: 'timestamp_field', locate });
  if (draft.name === undefined) throw illegalArgument('Required [name]');
  return draft.name;
}
