/** Mappings as JSON text for shards, made once per version. */
import type { IndexMetadata } from '@skein/cluster';
import { encodingJson, joinBytes, stringifyJson } from '@skein/content';

const texts = new WeakMap<object, string>();
const decoder = new TextDecoder();

export function mappingText({ mapping }: Pick<IndexMetadata, 'mapping'>): string {
  return texts.get(mapping) ?? keep(mapping, stringifyJson(mapping));
}

/**
 * Makes the missing texts. It yields within each one, because a mapping may have 100,000 fields.
 */
export function* writingMappings(
  indices: Iterable<Pick<IndexMetadata, 'mapping'>>,
): Generator<void, void> {
  for (const { mapping } of indices) {
    if (texts.has(mapping)) continue;
    keep(mapping, decoder.decode(joinBytes(yield* encodingJson(mapping))));
    yield;
  }
}

function keep(mapping: object, text: string): string {
  texts.set(mapping, text);
  return text;
}
