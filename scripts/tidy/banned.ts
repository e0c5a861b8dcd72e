/** Patterns that the code must not contain, each with its replacement. */
import type { Finding, Rule, SourceFile } from './source_file.ts';

interface Ban {
  readonly pattern: RegExp;
  readonly instead: string;
  /** True for a file in which the pattern is allowed. */
  readonly except?: (file: SourceFile) => boolean;
}

/**
 * True for files at the edge of the program: processes, adapters of the real world, tools, tests.
 */
const atTheEdge = (file: SourceFile): boolean =>
  file.isTest ||
  file.packageName === '' ||
  file.packageName === 'platform' ||
  file.packageName === 'cli' ||
  file.path.includes('/src/process/') ||
  file.path.startsWith('services/console/src/browser/');

const BANS: readonly Ban[] = [
  { pattern: /\bDate\.now\(|\bnew Date\(\)/, instead: 'the Clock port', except: atTheEdge },
  { pattern: /\bMath\.random\(/, instead: 'the Random port', except: atTheEdge },
  { pattern: /\bset(?:Timeout|Interval)\(/, instead: 'the Timers port', except: atTheEdge },
  { pattern: /\bthrow new Error\(/, instead: 'ApiError or assert', except: atTheEdge },
  { pattern: /\bexport default\b/, instead: 'a named export' },
  { pattern: /\bas unknown as\b/, instead: 'a type that says what it is', except: (f) => f.isTest },
  { pattern: /(?::|<|\bas) any\b/, instead: 'unknown or the type it has' },
  { pattern: /\b(?:describe|it|test)\.(?:only|skip)\(/, instead: 'the whole suite' },
  { pattern: /@ts-(?:ignore|nocheck)/, instead: 'types that fit' },
  { pattern: /\bFIX[M]E\b|\bTO[D]O\b|\bXX[X]\b/, instead: 'the finished thing, or an issue' },
  { pattern: /^export \* from/, instead: 'explicit names' },
];

const NAMELESS = /(^|\/)(utils?|helpers?|common|misc)(\/|\.ts$)/;

export const banned: Rule = (files) => files.flatMap((file) => [...names(file), ...words(file)]);

function names(file: SourceFile): Finding[] {
  const bad =
    NAMELESS.test(file.path) || /(^|\/)index\.ts$/.test(file.path.replace('/index/index.ts', ''));
  if (!bad || file.path.endsWith('api/document/index.ts')) return [];
  return [{ path: file.path, line: 1, message: 'a name that says nothing' }];
}

function words(file: SourceFile): Finding[] {
  return BANS.filter((ban) => !ban.except?.(file)).flatMap(({ pattern, instead }) =>
    file.lines.flatMap((text, i) => {
      const isComment = /^\s*(\*|\/\/|\/\*)/.test(text);
      if (isComment || file.path === 'scripts/tidy/banned.ts') return [];
      const found = pattern.exec(withoutStrings(text))?.[0];
      if (found === undefined) return [];
      return [{ path: file.path, line: i + 1, message: `\`${found}\`: use ${instead}` }];
    }),
  );
}

/** The line with empty strings: words in messages are not code. */
function withoutStrings(line: string): string {
  return line.replace(/'(?:[^'\\]|\\.)*'|`(?:[^`\\]|\\.)*`|"(?:[^"\\]|\\.)*"/g, "''");
}
