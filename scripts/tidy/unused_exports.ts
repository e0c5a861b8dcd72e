/**
 * Checks that every export is named by another file: a declaration that only its own file uses has
 * no `export`.
 */
import type { Finding, Rule, SourceFile } from './source_file.ts';

const DECLARATION =
  /^export (?:declare )?(?:abstract )?(?:async )?(?:const|let|function\*?|class|interface|type|enum) ([A-Za-z_$][\w$]*)/gm;
const WORD = /[A-Za-z_$][\w$]*/g;
const COMMENTS = /\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm;

/**
 * Types that the declarations of other files name, because they belong to values that are exported
 * without a type of their own.
 */
const DECLARED: ReadonlySet<string> = new Set([
  'DeleteIndexRequest',
  'DeletePipelineRequest',
  'OpenIndexRequest',
  'PutPipelineRequest',
  'RemoteCommitTaking',
  'RemoteShardRestore',
  'RestoredShard',
]);

/**
 * Finds unused exports. A word in another file's code counts as a use, whatever it means there: no
 * used export is reported, and some unused ones are missed.
 */
export const unusedExports: Rule = (files) => {
  const owners = new Map<string, number>();
  for (const { text } of files) {
    for (const word of new Set(text.replace(COMMENTS, '').match(WORD))) {
      owners.set(word, (owners.get(word) ?? 0) + 1);
    }
  }
  return files.filter(({ isTest }) => !isTest).flatMap((file) => unusedOf(file, owners));
};

function unusedOf({ path, text }: SourceFile, owners: ReadonlyMap<string, number>): Finding[] {
  return [...text.matchAll(DECLARATION)].flatMap(({ 1: name = '', index }) => {
    if ((owners.get(name) ?? 0) > 1 || DECLARED.has(name)) return [];
    const line = text.slice(0, index).split('\n').length;
    return [{ path, line, message: `\`${name}\` is exported, and no other file names it` }];
  });
}
