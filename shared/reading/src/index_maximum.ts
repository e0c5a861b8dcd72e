/** Limits on requests that are settings of the index. */
import { ApiError } from '@skein/errors';

interface Maximum {
  /** The setting of the index, and its default. */
  readonly setting: string;
  readonly fallback: number;
  /** The thing that has the size, in messages: `The length of regex [9]`. */
  readonly what: (size: number) => string;
}

/** The longest regular expression, in characters. */
export const REGEX_LENGTH = { setting: 'index.max_regex_length', fallback: 1000 } as const;

/** Refuses a size above a setting of the index. */
export function checkMaximum(
  { settings }: { readonly settings: ReadonlyMap<string, string> },
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
