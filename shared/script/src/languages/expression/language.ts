/**
 * `expression`: Lucene's expressions. They compute with numbers from fields, parameters and the
 * score, without loops or memory.
 */
import { ApiError } from '@skein/errors';
import type { ScriptLanguage } from '../language_type.js';
import { type CompiledExpression, compileTree } from './compile.js';
import { ExpressionFault } from './expression_fault.js';
import { parseExpression } from './parser.js';

export interface ExpressionScript extends CompiledExpression {
  readonly source: string;
}

const CONTEXTS: readonly string[] = [
  ...['aggregation_selector', 'aggs', 'bucket_aggregation', 'field', 'filter', 'number_sort'],
  ...['score', 'terms_set'],
];

interface InExpressions {
  readonly lang: 'expression';
  readonly script: ExpressionScript;
}

export const expression: ScriptLanguage<InExpressions> = {
  name: 'expression',
  contexts: CONTEXTS,
  compile: (source, { name }) => {
    if (!CONTEXTS.includes(name)) {
      const words = `expression engine does not know how to handle script context [${name}]`;
      throw new ApiError('illegal_argument_exception', words);
    }
    try {
      const script = { source, ...compileTree(parseExpression(source)) };
      return { lang: 'expression', script };
    } catch (error) {
      if (error instanceof ExpressionFault) throw expressionError('compile error', source, error);
      throw error;
    }
  },
};

/** The error for a variable that does not exist in the script's context. */
export function linkError(place: Place, cause: ApiError): ApiError {
  return failure('link error', place, cause);
}

function expressionError(reason: string, source: string, fault: ExpressionFault): ApiError {
  const { offset, under } = fault;
  const below =
    under && new ApiError('exception', 'null', { metadata: { type: under, reason: null } });
  return failure(
    reason,
    { source, portion: source, offset },
    new ApiError('parse_exception', fault.message, { cause: below }),
  );
}

interface Place {
  readonly source: string;
  /** The part of the source in which the offset counts. */
  readonly portion: string;
  readonly offset: number;
}

function failure(reason: string, { source, portion, offset }: Place, cause: ApiError): ApiError {
  const metadata = {
    script_stack: [portion, `${' '.repeat(offset)}^---- HERE`],
    script: source,
    lang: 'expression',
  };
  return new ApiError('script_exception', reason, { metadata, cause });
}
