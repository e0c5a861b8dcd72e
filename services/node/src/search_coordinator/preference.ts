/**
 * `preference`: which shards and copies to ask. `_shards:0,2` narrows the shards; the others choose between copies, of which each
 * shard has one so far, and a text of the caller's own asks only for the same choice every time.
 */
import { ApiError } from '@skein/errors';

const SHARDS = '_shards:';
const COPY_CHOICES: ReadonlySet<string> = new Set([
  '_local',
  '_only_local',
  '_primary',
  '_primary_first',
  '_replica',
  '_replica_first',
]);

export function preferredShards(
  shards: readonly number[],
  preference: string | undefined,
): readonly number[] {
  if (preference === undefined || preference === '') return shards;
  if (!preference.startsWith('_')) return shards;
  const [first = '', rest] = preference.split('|', 2);
  if (first.startsWith(SHARDS)) {
    const wanted = new Set(first.slice(SHARDS.length).split(',').map(shardNumber));
    const narrowed = shards.filter((shard) => wanted.has(shard));
    return rest === undefined ? narrowed : preferredShards(narrowed, rest);
  }
  checkCopyChoice(first);
  return shards;
}

function checkCopyChoice(choice: string): void {
  if (COPY_CHOICES.has(choice)) return;
  if (choice.startsWith('_only_nodes:') || choice.startsWith('_prefer_nodes:')) return;
  throw new ApiError('illegal_argument_exception', `no Preference for [${choice}]`);
}

function shardNumber(text: string): number {
  if (/^\d+$/.test(text.trim())) return Number(text);
  throw new ApiError('number_format_exception', `For input string: "${text}"`);
}
