import { ApiError } from '@skein/errors';
import type { QueryShardContext } from './query_shard_context.js';

interface Maximum {
  /** The setting of the index, and its default. */
  readonly setting: string;
  readonly fallback: number;
  /** The thing that has the size, in messages: `The length of regex [9]`. */
  readonly what: (size: number) => string;
}

/** Refuses a size above a setting of the index. */
export function checkMaximum(
  { settings }: Pick<QueryShardContext, 'settings'>,
  size: number,
  { setting, fallback, what }: Maximum,
): void {
  const limit = Number(settings.get(setting) ?? fallback);
  if (size <= limit) return;
  throw new ApiError(
    'illegal_argument_exception',
    `${what(size)} has exceeded the allowed maximum of [${limit}]. ` +
      `This maximum can be set by changing the [${setting}] index level setting.`,
  );
}
