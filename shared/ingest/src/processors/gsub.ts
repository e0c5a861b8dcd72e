/** `gsub`: replaces all matches of an expression. */
import { asApiError } from '@skein/errors';
import { compileJavaPattern } from '../text/java_pattern.js';
import { parseReplacement } from '../text/java_replacement.js';
import { stringProcessor } from './string_processor.js';

export const gsub = stringProcessor('gsub', (config, { regexes }) => {
  const source = config.string('pattern');
  const text = config.string('replacement');
  const pattern = checked(
    () => compileJavaPattern(source),
    (reason) => config.fault('pattern', `Invalid regex pattern. ${reason}`),
  );
  const replacement = parseReplacement(text, pattern);
  return (value) => regexes.replace(pattern.expression, value, replacement);
});

function checked<T>(work: () => T, refused: (reason: string) => Error): T {
  try {
    return work();
  } catch (error) {
    throw refused(asApiError(error).message);
  }
}
