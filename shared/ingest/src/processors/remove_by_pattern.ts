/** `remove_by_pattern`: removes top-level fields by patterns with `*`, or all but those. */
import { simpleMatch } from '@skein/base';
import { textOf } from '@skein/java';
import type { ConfigReader } from '../config_reader.js';
import { METADATA } from '../ingest_document.js';
import type { ProcessorType } from '../processor_type.js';

const METADATA_NAMES: ReadonlySet<string> = new Set(METADATA);
const NOT_IN_NAMES = ['#', ':'] as const;
const NOT_IN_FILES = /[ "\\<|,>/?]/;

export const remove_by_pattern: ProcessorType = {
  name: 'remove_by_pattern',
  create: (config) => {
    const { isExcluding, values: patterns } = config.eitherOf(
      'field_pattern',
      'exclude_field_pattern',
    );
    const name = isExcluding ? 'exclude_field_pattern' : 'field_pattern';
    checkPatterns(patterns, name, config);
    return {
      run: ({ source }) => {
        for (const key of source.keys()) {
          const field = textOf(key);
          if (METADATA_NAMES.has(field)) continue;
          const isMatched = patterns.some((pattern) => simpleMatch(pattern, field));
          if (isMatched !== isExcluding) source.remove(key);
        }
      },
    };
  },
};

function checkPatterns(patterns: readonly string[], name: string, config: ConfigReader): void {
  const problems = patterns.flatMap((pattern) => {
    const about = `${name} [${pattern}]`;
    return [
      ...NOT_IN_NAMES.filter((char) => pattern.includes(char)).map(
        (char) => `${about} must not contain a '${char}'`,
      ),
      ...(pattern.startsWith('_') ? [`${about} must not start with '_'`] : []),
      ...(NOT_IN_FILES.test(pattern)
        ? [`${about} must not contain the following characters [ , ", *, \\, <, |, ,, >, /, ?]`]
        : []),
    ];
  });
  if (problems.length === 0) return;
  const list = problems.map((problem, i) => `${i + 1}: ${problem};`).join('');
  throw config.fault(name, `Validation Failed: ${list}`);
}
