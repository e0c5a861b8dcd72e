/** The fixture for mapping tests: analyzers with known output, fixed settings, a fixed clock. */
import type { AnalysisRegistry, Analyzer } from '@skein/analysis';
import { type JsonObject, type JsonValue, stringifyJson } from '@skein/content';
import { IndexMapping, type MappingContext, parseDocument, type ParsedDocument } from '@skein/mapping';

function words(name: string, pattern: RegExp): Analyzer {
  return {
    name,
    positionIncrementGap: 100,
    offsetGap: 1,
    analyze: (text) => ({
      tokens: [...text.matchAll(pattern)].map((match) => ({
        term: match[0].toLowerCase(),
        positionIncrement: 1,
        positionLength: 1,
        startOffset: match.index,
        endOffset: match.index + match[0].length,
        type: 'word',
        keyword: false,
      })),
      trailingIncrement: 0,
      finalOffset: text.length,
    }),
  };
}

const ANALYZERS = new Map(
  ['default', 'standard', 'whitespace', 'simple', 'english', 'keyword', 'autocomplete', 'shingles', 'path', 'identifier', 'url'].map(
    (name) => [name, words(name, name === 'whitespace' ? /\S+/g : /\w+/g)] as const,
  ),
);

export function mappingContext(settings: Record<string, string> = {}): MappingContext {
  const unused = (): never => {
    throw new TypeError('not part of the fixture');
  };
  const fallback = ANALYZERS.get('default') as Analyzer;
  const analysis: AnalysisRegistry = {
    analyzer: (name) => (name === 'default' ? fallback : ANALYZERS.get(name)),
    normalizer: (name) =>
      name === 'low' || name === 'lowercase'
        ? { name, normalize: (text: string) => text.toLowerCase() }
        : undefined,
    tokenizer: unused,
    charFilter: unused,
    tokenFilter: unused,
    charFilterOrType: unused,
    tokenFilterOrType: unused,
    hasType: () => false,
    isBuiltInNormalizer: () => false,
        isPartial: false,
        checksTokenizerLate: () => false,
        refusesFilterLate: () => false,
        checksFilterLate: () => false,
        checkTokenizer: () => undefined,
        changingAnalyzers: [],
    normalizerChain: () => undefined,
    createTokenizer: unused,
    createCharFilter: unused,
    createTokenFilter: unused,
    customChain: () => undefined,
    defaultAnalyzer: fallback,
    defaultSearchAnalyzer: fallback,
    maxTokenCount: 10_000,
  };
  return { settings: new Map(Object.entries(settings)), analysis };
}

const CLOCK = { nowMs: () => 1_700_000_000_000, monotonicMs: () => 0 };

export function mappingOf(properties: JsonObject, settings: Record<string, string> = {}): IndexMapping {
  return IndexMapping.parse({ properties }, mappingContext(settings));
}

/** Parses a document given as JSON text or as a value. */
export function document(mapping: IndexMapping, source: string | object): ParsedDocument {
  const text = typeof source === 'string' ? source : JSON.stringify(source);
  return parseDocument(mapping, new TextEncoder().encode(text), { id: '1', routing: undefined }, CLOCK);
}

/** `name=value` of each index field; terms as text where possible. */
export function shown({ fields }: ParsedDocument): string[] {
  return fields.map((field) => {
    switch (field.kind) {
      case 'term':
        return `${field.spec.name}=${textOf(field.value)}`;
      case 'ascii_text':
      case 'ascii_term': {
        const { bytes, start, end } = field;
        return `${field.spec.name}=${JSON.parse(`"${textOf(bytes.subarray(start, end))}"`)}`;
      }
      case 'geo':
        return `${field.spec.name}=${field.lat.toFixed(4)},${field.lon.toFixed(4)}`;
      case 'shape':
        return `${field.spec.name}=${field.flags.length} triangles`;
      case 'completion':
        return `${field.spec.name}=${textOf(field.key)}:${field.weight}`;
      default:
        return `${field.spec.name}=${field.value}`;
    }
  });
}

/** The error of a call, as `type: reason` along the causes. */
export function failureOf(call: () => unknown): string[] {
  try {
    call();
  } catch (error) {
    const reasons: string[] = [];
    let at = error as { type?: string; message: string; cause?: unknown } | undefined;
    while (at) {
      reasons.push(`${at.type}: ${at.message}`);
      at = at.cause as typeof at;
    }
    return reasons;
  }
  return [];
}

function textOf(term: Uint8Array | string): string {
  return typeof term === 'string' ? term : new TextDecoder().decode(term);
}

/** A sort by a field without options. */
export const PLAIN_SORT = { reverse: false, mode: undefined, missing: undefined, numericType: undefined };

/** The only field `f` of a mapping, with the documents that have a value of it. */
export function typedField(type: string, more: JsonObject = {}) {
  const mapping = mappingOf({ f: { type, ...more } });
  const field = mapping.field('f');
  if (field === undefined) throw new Error('no field');
  const index = (value: JsonValue) => document(mapping, `{"f":${stringifyJson(value)}}`);
  const refused = (value: JsonValue) => failureOf(() => index(value)).join();
  return { mapping, field, index, refused };
}
