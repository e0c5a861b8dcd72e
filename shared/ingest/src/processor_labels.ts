/** The names of a pipeline's processors in statistics, from its source. Pure. */
import { isJsonObject, type JsonValue } from '@skein/content';

export interface ProcessorLabel {
  /** The name: `set`, `pipeline:other`, `set:tag`. */
  readonly name: string;
  /** The type; `conditional` for a processor with an `if`. */
  readonly type: string;
}

/** The labels in order; failure handlers are not shown. */
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
