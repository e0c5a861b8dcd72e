/** What statistics call the processors of a pipeline, from its source. Pure. */
import { isJsonObject, type JsonValue } from '@skein/content';

export interface ProcessorLabel {
  /** `set`, `pipeline:other`, `set:tag`. */
  readonly name: string;
  /** `conditional` for one with an `if`. */
  readonly type: string;
}

/** In order; those that handle failures are not shown. */
export function processorLabels(source: JsonValue): readonly ProcessorLabel[] {
  if (!isJsonObject(source) || !Array.isArray(source.processors)) return [];
  return source.processors.flatMap((entry: JsonValue) =>
    isJsonObject(entry)
      ? Object.entries(entry).map(([type, config = null]) => labelOf(type, config))
      : [],
  );
}

function labelOf(type: string, config: JsonValue): ProcessorLabel {
  const { tag, name, if: condition } = isJsonObject(config) ? config : {};
  const called = type === 'pipeline' ? `:${String(name)}` : '';
  const tagged = typeof tag === 'string' && tag !== '' ? `:${tag}` : '';
  const isConditional = condition !== undefined && condition !== null;
  return { name: `${type}${called}${tagged}`, type: isConditional ? 'conditional' : type };
}
