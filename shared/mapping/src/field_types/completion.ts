/**
 * `completion`: inputs for suggestions during typing. Their words go to the automaton of the
 * completion suggester, with the weight of the input, once for each context. Each input is also a
 * term for queries.
 */
import type { Analyzer } from '@skein/analysis';
import { utf8 } from '@skein/bytes';
import type { JsonValue } from '@skein/content';
import { ApiError } from '@skein/errors';
import { CONTEXT_SEPARATOR, type FieldSpec, termQuery } from '@skein/search_library';
import { javaText } from '../tree/java_text.js';
import {
  type CompletionContext,
  checkContextPaths,
  contextsFromFields,
  contextsOf,
  contextsParameter,
  typedContext,
} from './completion_contexts.js';
import { type CompletionInput, completionInputs } from './completion_inputs.js';
import { completionPaths, type WordOptions } from './completion_words.js';
import { fieldSpec } from './field_spec.js';
import type { FieldSink, FieldTypeDefinition } from './field_type.js';
import { mappedField, scalarText } from './mapped_field.js';
import { flag, integer, meta, type Parameter, type ParameterPlace, text } from './parameter.js';

const SEPARATOR = '\x1f';

function analyzerParameter(name: string, options: Partial<Parameter>): Parameter {
  const parse = (
    value: JsonValue,
    _place: ParameterPlace,
    context: { analyzer(name: string): Analyzer | undefined },
  ): JsonValue => {
    const wanted = javaText(value);
    if (context.analyzer(wanted)) return wanted;
    throw new ApiError(
      'illegal_argument_exception',
      `analyzer [${wanted}] has not been configured in mappings`,
    );
  };
  return { ...text(name, 'simple'), ...options, parse };
}

const always = (): boolean => true;

export const completion: FieldTypeDefinition = {
  name: 'completion',
  parameters: [
    analyzerParameter('analyzer', { showAlso: always }),
    analyzerParameter('search_analyzer', {
      updatable: true,
      defaultFrom: (values) => values.get('analyzer'),
      showAlso: (values) => values.get('analyzer') !== values.get('search_analyzer'),
    }),
    flag('preserve_separators', true, { showAlso: always }),
    flag('preserve_position_increments', true, { showAlso: always }),
    integer('max_input_length', 50, { updatable: true, showAlso: always }),
    contextsParameter,
    meta,
  ],
  build: (path, values, context) => {
    const indexAnalyzer =
      context.analyzer(values.text('analyzer') ?? '') ?? context.defaultAnalyzer;
    const searchAnalyzer = context.analyzer(values.text('search_analyzer') ?? '') ?? indexAnalyzer;
    const separator = values.flag('preserve_separators') ? SEPARATOR : '';
    const maxLength = values.number('max_input_length');
    if (maxLength <= 0) {
      throw new ApiError(
        'illegal_argument_exception',
        `[max_input_length] must be > 0 but was [${maxLength}]`,
      );
    }
    const spec = fieldSpec(path, { postings: 'freqs', norms: true, completions: true });
    const contexts = contextsOf(values.get('contexts'));
    const words = {
      preserveSeparators: values.flag('preserve_separators'),
      preservePositionIncrements: values.flag('preserve_position_increments'),
    };
    const inputs = { name: path, contexts };
    const form = (input: string, by: Analyzer): Uint8Array =>
      utf8(
        by
          .analyze(input)
          .tokens.map(({ term }) => term)
          .join(separator),
      );
    const indexing = { ...inputs, spec, maxLength, words, analyzer: indexAnalyzer, form };
    return mappedField({
      name: path,
      typeName: 'completion',
      spec,
      faults: 'own',
      readsStructures: true,
      indexAnalyzer,
      searchAnalyzer,
      searchQuoteAnalyzer: searchAnalyzer,
      index: (value, sink) => indexInputs(value, indexing, sink),
      checkReferences: (find) => checkContextPaths(contexts ?? [], find),
      takesPhrases: false,
      multiFieldValues: (value, sub) =>
        completionInputs(value, inputs).map((one) =>
          sub.completes === undefined ? one.input : inputJson(one),
        ),
      completes: { contexts, paths: (text) => completionPaths(text, searchAnalyzer, words) },
      termQuery: (value) => termQuery(path, utf8(scalarText(value))),
      textQuery: (text) => termQuery(path, form(text, searchAnalyzer)),
      shownValues: (value) => [value],
      sortField: () => refuseValues(path),
      docValueFormat: () => refuseValues(path),
    });
  },
};

function refuseValues(name: string): never {
  throw new ApiError(
    'illegal_argument_exception',
    `Fielddata is not supported on field [${name}] of type [completion]`,
  );
}

interface Indexing {
  readonly name: string;
  readonly spec: FieldSpec;
  readonly contexts: readonly CompletionContext[] | undefined;
  readonly maxLength: number;
  readonly words: WordOptions;
  readonly analyzer: Analyzer;
  /** Converts the words of an input to a term. */
  readonly form: (input: string, by: Analyzer) => Uint8Array;
}

function indexInputs(value: JsonValue, field: Indexing, sink: FieldSink): void {
  const { name, spec, contexts, maxLength, words, analyzer, form } = field;
  for (const input of completionInputs(value, field)) {
    if (BLANK.test(input.input)) {
      sink.ignore(name);
      continue;
    }
    const text = withoutReserved(shortened(input.input, maxLength));
    const paths = completionPaths(text, analyzer, words);
    const indexed = { spec, surface: utf8(text), weight: input.weight, paths };
    if (contexts !== undefined) {
      addInContexts(indexed, { contexts, given: input.contexts }, sink);
      continue;
    }
    addKeys(indexed, '', sink);
    const term = form(text, analyzer);
    if (term.length > 0) sink.add({ kind: 'term', spec, value: term });
  }
}

interface IndexedInput {
  readonly spec: FieldSpec;
  readonly surface: Uint8Array;
  readonly weight: number;
  /** The word sequences of the input. */
  readonly paths: readonly string[];
}

/** `context`: the prefix before the words. */
function addKeys(
  { spec, surface, weight, paths }: IndexedInput,
  context: string,
  sink: FieldSink,
): void {
  const keyStart = utf8(context).length;
  for (const path of paths) {
    const key = utf8(context + path);
    sink.add({ kind: 'completion', spec, key, keyStart, surface, weight });
  }
}

interface GivenContexts {
  readonly contexts: readonly CompletionContext[];
  /** Contexts in the document, by name. */
  readonly given: CompletionInput['contexts'];
}

const SEPARATES_CONTEXT = String.fromCharCode(CONTEXT_SEPARATOR);

/** Deferred, because contexts may be values of fields that follow in the document. */
function addInContexts(
  input: IndexedInput,
  { contexts, given }: GivenContexts,
  sink: FieldSink,
): void {
  sink.later((fields) => {
    const typed = contexts.flatMap((context, number) =>
      [...contextsFromFields(context, fields), ...(given.get(context.name) ?? [])].map((value) =>
        typedContext(number, value),
      ),
    );
    if (typed.length === 0) {
      throw new ApiError(
        'illegal_argument_exception',
        `Contexts are mandatory in context enabled completion field [${input.spec.name}]`,
      );
    }
    for (const context of new Set(typed)) {
      addKeys(input, context + SEPARATES_CONTEXT, sink);
      for (const path of input.paths) {
        const value = utf8(context + SEPARATES_CONTEXT + path);
        sink.add({ kind: 'term', spec: input.spec, value });
      }
    }
  });
}

/** Only characters that Java's `trim` removes. */
const BLANK = /^[\0- ]*$/;

/** Cuts the input without splitting a surrogate pair. */
function shortened(input: string, length: number): string {
  if (input.length <= length) return input;
  const last = input.charCodeAt(length - 1);
  const isSplit = last >= 0xd800 && last <= 0xdbff;
  return input.slice(0, isSplit ? length + 1 : length);
}

/** Lucene's reserved characters: end of input, word separator and hole. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters in question.
const RESERVED = /[\0\x1e\x1f]/;

function withoutReserved(input: string): string {
  const at = input.search(RESERVED);
  if (at < 0) return input;
  throw new ApiError(
    'illegal_argument_exception',
    `Illegal input [${input}] UTF-16 codepoint [0x${input.charCodeAt(at).toString(16)}] at position ${at} is a reserved character`,
  );
}

function inputJson({ input, weight, contexts }: CompletionInput): JsonValue {
  const given = Object.fromEntries([...contexts].map(([name, values]) => [name, [...values]]));
  return contexts.size === 0 ? { input, weight } : { input, weight, contexts: given };
}
