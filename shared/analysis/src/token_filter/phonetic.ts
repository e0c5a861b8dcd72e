/**
 * `phonetic` of OpenSearch's analysis-phonetic plugin: replaces a word by the code of its sound, or
 * adds the code (`replace: false`). Tokens at one position stand in the order of Lucene's filters:
 * the word comes before the codes of `double_metaphone`, but after any other code.
 */
import { ApiError } from '@skein/errors';
import type { Token } from '../analyzer.js';
import type { TokenFilterType } from '../build/component_type.js';
import type { Encode } from '../phonetic/encoder.js';
import { ENCODERS, OTHER_ENCODERS } from '../phonetic/encoders.js';
import { copyToken } from '../token.js';

const DEFAULT_ENCODER = 'metaphone';
const DEFAULT_CODE_LENGTH = 4;

export const PHONETIC: TokenFilterType = {
  name: 'phonetic',
  create: (settings) => {
    const name = settings.string('encoder') ?? DEFAULT_ENCODER;
    const replaces = settings.boolean('replace', true);
    const maxCodeLength = settings.positive('max_code_len', DEFAULT_CODE_LENGTH);
    const type = ENCODERS.find(({ names }) => names.includes(name));
    if (type === undefined) throw unknownEncoder(name);
    const encode = type.create({ maxCodeLength });
    const [first] = type.names;
    const place = first === 'double_metaphone' ? wordFirst : codeFirst;
    return {
      name: 'phonetic',
      apply: (batch) => {
        batch.tokens = batch.tokens.flatMap((token) => {
          const codes = codesOf(token.term, encode);
          return codes.length === 0 ? [token] : place(token, codes, replaces);
        });
      },
    };
  },
};

/** The codes of a term; none if the first equals the term. */
function codesOf(term: string, encode: Encode): readonly string[] {
  const codes = encode(term);
  return codes[0] === term ? [] : codes;
}

function wordFirst(token: Token, codes: readonly string[], replaces: boolean): Token[] {
  const { positionIncrement } = token;
  const coded = codes.map((code, i) =>
    copyToken(token, code, replaces && i === 0 ? positionIncrement : 0),
  );
  return replaces ? coded : [token, ...coded];
}

function codeFirst(token: Token, [code = '']: readonly string[], replaces: boolean): Token[] {
  const coded = copyToken(token, code, token.positionIncrement);
  return replaces ? [coded] : [coded, copyToken(token, token.term, 0)];
}

function unknownEncoder(name: string): ApiError {
  const reason = OTHER_ENCODERS.includes(name)
    ? `encoder [${name}] of token filter [phonetic] is not supported`
    : `unknown encoder [${name}] for phonetic token filter`;
  return new ApiError('illegal_argument_exception', reason);
}
