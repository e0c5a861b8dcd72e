/** A port, or a range of ports of which the first free one is used: `9300`, `9300-9400`. */
import { ApiError } from '@skein/errors';

/** Throws illegal_argument_exception for anything else. */
export function checkPort(text: string, key: string): void {
  const [low, high = low] = text.split('-').map(Number);
  const valid = [low, high].every(
    (port) => Number.isInteger(port) && (port ?? -1) >= 0 && (port ?? 0) <= 65_535,
  );
  if (!/^\d+(-\d+)?$/.test(text) || !valid) {
    throw new ApiError(
      'illegal_argument_exception',
      `Failed to parse value [${text}] for setting [${key}]`,
    );
  }
}
