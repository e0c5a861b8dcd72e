/** Rules for templates: their names, their patterns, and that an index can be created from them. */
import { ApiError, asApiError } from '@skein/errors';
import { composingMappings, IndexMapping } from '@skein/mapping';
import { INDEX_SETTINGS, type Settings } from '@skein/settings';
import { mappingContext } from '../commands/mapping_context.js';
import type { ClusterState } from '../state/cluster_state.js';
import type { ComposableTemplate } from '../state/composable_template.js';
import { bodiesOf, composedSettings, mappingsOf, streamMappingsOf } from './composed_template.js';

interface TemplateLabel {
  readonly name: string;
  readonly patterns: readonly string[];
  readonly settings?: Settings | undefined;
}

/** Throws invalid_index_template_exception with all faults. */
export function checkTemplate({ name, patterns, settings }: TemplateLabel): void {
  const faults = [
    ...nameFaults(name),
    ...patterns.flatMap(patternFaults),
    ...(settings === undefined ? [] : settingFaults(settings)),
  ];
  if (faults.length === 0) return;
  const told = faults.map((fault, i) => `${i + 1}: ${fault};`).join('');
  throw invalidTemplate(name, `Validation Failed: ${told}`);
}

export function invalidTemplate(name: string, cause: string): ApiError {
  return new ApiError(
    'invalid_index_template_exception',
    `index_template [${name}] invalid, cause [${cause}]`,
  );
}

function nameFaults(name: string): string[] {
  return [
    ...(name.includes(' ') ? ['name must not contain a space'] : []),
    ...[',', '#', '*'].flatMap((sign) =>
      name.includes(sign) ? [`name must not contain a '${sign}'`] : [],
    ),
    ...(name.startsWith('_') ? ["name must not start with '_'"] : []),
    ...(name.toLowerCase() === name ? [] : ['name must be lower cased']),
  ];
}

const FORBIDDEN = [' ', '"', '*', '\\', '<', '|', ',', '>', '/', '?'];

function patternFaults(pattern: string): string[] {
  const hasForbidden = FORBIDDEN.some((sign) => sign !== '*' && pattern.includes(sign));
  return [
    ...(pattern.includes(' ') ? [`index_patterns [${pattern}] must not contain a space`] : []),
    ...[',', '#'].flatMap((sign) =>
      pattern.includes(sign) ? [`index_pattern [${pattern}] must not contain a '${sign}'`] : [],
    ),
    ...(pattern.startsWith('_') ? [`index_pattern [${pattern}] must not start with '_'`] : []),
    ...(hasForbidden
      ? [
          `index_pattern [${pattern}] must not contain the following characters [${FORBIDDEN.join(', ')}]`,
        ]
      : []),
  ];
}

/** Faults of the settings. An unknown setting is reported twice, as in OpenSearch. */
function settingFaults(settings: Settings): string[] {
  const unknown = [...settings.keys()].find((key) => INDEX_SETTINGS.find(key) === undefined);
  try {
    INDEX_SETTINGS.validate(settings);
    return [];
  } catch (thrown) {
    const { reason } = asApiError(thrown);
    if (unknown === undefined) return [reason];
    return [reason, `expected [${unknown}] to be private but it was not`];
  }
}

/**
 * Throws illegal_argument_exception when no index could be created from the template and its
 * components. Yields after each field.
 */
export function* checkingComposition(
  state: ClusterState,
  template: ComposableTemplate,
): Generator<void, void> {
  const bodies = bodiesOf(state, template);
  const context = mappingContext(composedSettings(bodies));
  const { dataStream } = template;
  const mappings =
    dataStream === undefined ? mappingsOf(bodies) : streamMappingsOf(dataStream, bodies);
  try {
    const mapping = yield* composingMappings(mappings, context);
    yield* IndexMapping.parsingInitial(mapping, context);
  } catch (thrown) {
    const reason = `invalid composite mappings for [${template.name}]`;
    throw new ApiError('illegal_argument_exception', reason, { cause: asApiError(thrown) });
  }
}
