/**
 * Reads a transform of a request. Throws x_content_parse_exception and illegal_argument_exception.
 */
import type { JsonObject, JsonValue } from '@skein/content';
import { readLengthMs } from '@skein/errors';
import { type BodyLocator, into, readFields, textOf } from '@skein/reading';
import { type Draft, illegal, namesOf, required } from './fields.js';
import { checkFollowed, readLatest, readPivot } from './read_pivot.js';
import { DEFAULT_SETTINGS, readSettings } from './read_settings.js';
import type {
  Latest,
  Pivot,
  Retention,
  TimeSync,
  Transform,
  TransformSettings,
  TransformSource,
} from './transform.js';

const MINUTE_MS = 60_000;
const DEFAULT_FREQUENCY_MS = MINUTE_MS;
const SHORTEST_FREQUENCY_MS = 1000;
const LONGEST_FREQUENCY_MS = 60 * MINUTE_MS;
const DEFAULT_DELAY_MS = MINUTE_MS;
const LONGEST_DESCRIPTION = 1000;

interface Given extends Omit<Transform, 'settings'> {
  readonly settings: Partial<TransformSettings>;
  readonly pivot: Pivot;
  readonly latest: Latest;
}

export function readTransform(json: JsonObject, locate: BodyLocator): Transform {
  const draft: Draft<Given> = {};
  const at =
    <T>(read: (value: JsonObject, locate: BodyLocator) => T) =>
    (value: JsonObject) =>
      read(value, locate);
  readFields(
    json,
    {
      description: ['string_or_null', checkDescription],
      _meta: ['object', () => undefined],
      source: into(draft, 'source', 'object', at(sourceOf)),
      dest: into(draft, 'dest', 'object', at(destOf)),
      pivot: into(draft, 'pivot', 'object', at(readPivot)),
      latest: into(draft, 'latest', 'object', at(readLatest)),
      sync: into(draft, 'sync', 'object', at(syncOf)),
      frequency: into(draft, 'frequencyMs', 'string', (value) => frequencyOf(textOf(value))),
      settings: into(draft, 'settings', 'object', at(readSettings)),
      retention_policy: into(draft, 'retention', 'object', at(retentionOf)),
    },
    { name: 'data_frame_transform_config', locate },
  );
  const { pivot, latest, sync, settings } = draft;
  const shape = pivot ?? latest;
  if (pivot !== undefined && latest !== undefined) {
    throw illegal('Transform configuration specifies more than one function: [pivot, latest]');
  }
  if (pivot !== undefined && sync !== undefined) checkFollowed(pivot);
  const source = required('source', draft.source);
  const dest = required('dest', draft.dest);
  if (shape === undefined) throw illegal('Required [pivot] or [latest]');
  if (source.indices.includes(dest.index)) {
    throw illegal(
      `Destination index [${dest.index}] is included in source expression [${source.indices.join(',')}]`,
    );
  }
  return {
    source,
    dest,
    shape,
    sync,
    retention: draft.retention,
    frequencyMs: draft.frequencyMs ?? DEFAULT_FREQUENCY_MS,
    settings: { ...DEFAULT_SETTINGS, ...pageSizeOf(pivot), ...settings },
  };
}

function pageSizeOf(pivot: Pivot | undefined): Partial<TransformSettings> {
  const { maxPageSearchSize } = pivot ?? {};
  return maxPageSearchSize === undefined ? {} : { maxPageSearchSize };
}

function checkDescription(value: JsonValue): void {
  if (value === null || textOf(value).length <= LONGEST_DESCRIPTION) return;
  throw illegal(`[description] must be less than ${LONGEST_DESCRIPTION} characters in length.`);
}

function sourceOf(json: JsonObject, locate: BodyLocator): TransformSource {
  const draft: Draft<TransformSource> = {};
  readFields(
    json,
    {
      index: into(draft, 'indices', 'string_array', (value) => namesOf('index', value)),
      query: into(draft, 'query', 'object', (value) => value),
      runtime_mappings: into(draft, 'runtimeMappings', 'object', (value) => value),
    },
    { name: 'data_frame_config_source', locate },
  );
  const indices = required('index', draft.indices);
  if (indices.length === 0) throw illegal('must specify at least one index to read from');
  return { indices, query: draft.query, runtimeMappings: draft.runtimeMappings };
}

function destOf(json: JsonObject, locate: BodyLocator): Transform['dest'] {
  const draft: Draft<Transform['dest']> = {};
  readFields(
    json,
    {
      index: into(draft, 'index', 'string', textOf),
      pipeline: into(draft, 'pipeline', 'string', textOf),
    },
    { name: 'data_frame_config_dest', locate },
  );
  return { index: required('index', draft.index), pipeline: draft.pipeline };
}

function syncOf(json: JsonObject, locate: BodyLocator): TimeSync {
  const draft: { time?: TimeSync } = {};
  const time = into(draft, 'time', 'object', (value) => timeSyncOf(value, locate));
  readFields(json, { time }, { name: 'data_frame_transform_sync', locate });
  return required('time', draft.time);
}

function timeSyncOf(json: JsonObject, locate: BodyLocator): TimeSync {
  const draft: Draft<TimeSync> = {};
  readFields(
    json,
    {
      field: into(draft, 'field', 'string', textOf),
      delay: into(draft, 'delayMs', 'string', (value) => readLengthMs('delay', textOf(value))),
    },
    { name: 'data_frame_transform_sync_time', locate },
  );
  return { field: required('field', draft.field), delayMs: draft.delayMs ?? DEFAULT_DELAY_MS };
}

function retentionOf(json: JsonObject, locate: BodyLocator): Retention {
  const draft: { time?: Retention } = {};
  const time = into(draft, 'time', 'object', (value) => ageOf(value, locate));
  readFields(json, { time }, { name: 'transform_retention_policy', locate });
  return required('time', draft.time);
}

function ageOf(json: JsonObject, locate: BodyLocator): Retention {
  const draft: Draft<Retention> = {};
  readFields(
    json,
    {
      field: into(draft, 'field', 'string', textOf),
      max_age: into(draft, 'maxAgeMs', 'string', (value) => readLengthMs('max_age', textOf(value))),
    },
    { name: 'transform_retention_policy_time', locate },
  );
  const maxAgeMs = required('max_age', draft.maxAgeMs);
  if (maxAgeMs < MINUTE_MS) throw illegal('retention_policy.time.max_age must be at least 1m');
  return { field: required('field', draft.field), maxAgeMs };
}

function frequencyOf(text: string): number {
  const ms = readLengthMs('frequency', text);
  if (ms < SHORTEST_FREQUENCY_MS) throw illegal('minimum permitted [frequency] is [1s]');
  if (ms > LONGEST_FREQUENCY_MS) throw illegal('highest permitted [frequency] is [1h]');
  return ms;
}
