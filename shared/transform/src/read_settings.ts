/** Reads the `settings` of a transform. */
import type { JsonObject, JsonValue } from '@skein/content';
import { type BodyLocator, booleanOf, doubleOf, integerOf, into, readFields } from '@skein/reading';
import { type Draft, illegal } from './fields.js';
import type { TransformSettings } from './transform.js';

const LEAST_PAGE = 10;
const LARGEST_PAGE = 65_536;
const MOST_RETRIES = 100;

export const DEFAULT_SETTINGS: TransformSettings = {
  maxPageSearchSize: 500,
  docsPerSecond: undefined,
  datesAsEpochMillis: false,
  deduceMappings: true,
  retries: 10,
};

/** Returns the given settings only. */
export function readSettings(json: JsonObject, locate: BodyLocator): Partial<TransformSettings> {
  const draft: Draft<TransformSettings> = {};
  readFields(
    json,
    {
      max_page_search_size: into(
        draft,
        'maxPageSearchSize',
        'number_or_null',
        pageSizeIn('settings'),
      ),
      docs_per_second: into(draft, 'docsPerSecond', 'number_or_null', paceOf),
      dates_as_epoch_millis: into(draft, 'datesAsEpochMillis', 'boolean', booleanOf),
      deduce_mappings: into(draft, 'deduceMappings', 'boolean', booleanOf),
      align_checkpoints: ['boolean', refuseAligned],
      num_failure_retries: into(draft, 'retries', 'number_or_null', retriesOf),
      unattended: into(draft, 'retries', 'boolean', (value) =>
        booleanOf(value) ? -1 : (draft.retries ?? DEFAULT_SETTINGS.retries),
      ),
    },
    { name: 'transform_config_settings', locate },
  );
  return draft;
}

export function pageSizeIn(parent: 'settings' | 'pivot') {
  return (json: JsonValue): number => {
    if (json === null) return DEFAULT_SETTINGS.maxPageSearchSize;
    const size = integerOf(json);
    if (size >= LEAST_PAGE && size <= LARGEST_PAGE) return size;
    throw illegal(
      `${parent}.max_page_search_size [${size}] is out of range. The minimum value is ${LEAST_PAGE} and the maximum is ${LARGEST_PAGE}`,
    );
  };
}

function retriesOf(json: JsonValue): number {
  if (json === null) return DEFAULT_SETTINGS.retries;
  const count = integerOf(json);
  if (count >= -1 && count <= MOST_RETRIES) return count;
  throw illegal(
    `settings.num_failure_retries [${count}] is out of range. The minimum value is -1 (infinity) and the maximum is ${MOST_RETRIES}`,
  );
}

function paceOf(json: JsonValue): number | undefined {
  if (json === null) return undefined;
  const perSecond = doubleOf(json);
  if (perSecond > 0) return perSecond;
  throw illegal(`settings.docs_per_second [${perSecond}] must be greater than 0`);
}

function refuseAligned(json: JsonValue): void {
  if (!booleanOf(json)) return;
  throw illegal('settings.align_checkpoints [true] is not supported, only [false] is');
}
