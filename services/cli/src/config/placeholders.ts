/**
 * Replaces `${VAR}` and `${VAR:default}` in configuration values. A variable that is not set and
 * has no default is an error.
 */
import { ApiError } from '@skein/errors';

export type Environment = Readonly<Record<string, string | undefined>>;

const PLACEHOLDER = /\$\{([^}:]+)(?::([^}]*))?\}/g;

export function replacePlaceholders(
  settings: ReadonlyMap<string, string>,
  environment: Environment,
): Map<string, string> {
  return new Map([...settings].map(([key, text]) => [key, replaced(key, text, environment)]));
}

function replaced(key: string, text: string, environment: Environment): string {
  return text.replace(PLACEHOLDER, (whole, name: string, fallback: string | undefined) => {
    const value = environment[name] ?? fallback;
    if (value !== undefined) return value;
    throw new ApiError(
      'settings_exception',
      `setting [${key}] needs the environment variable of [${whole}], which is not set`,
    );
  });
}
