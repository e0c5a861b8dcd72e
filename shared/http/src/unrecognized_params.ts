/** Refuses query parameters unknown to an endpoint, and suggests the most similar known one. */
import { nearest } from '@skein/base';
import { ApiError } from '@skein/errors';

export function refuseUnrecognizedParams(
  path: string,
  given: Iterable<string>,
  known: ReadonlySet<string>,
): void {
  const unknown: string[] = [];
  for (const name of given) if (!known.has(name)) unknown.push(name);
  if (unknown.length === 0) return;
  unknown.sort();
  const list = unknown.map((name) => `[${name}]${suggestion(name, known)}`).join(', ');
  throw new ApiError(
    'illegal_argument_exception',
    `request [${path}] contains unrecognized parameter${unknown.length > 1 ? 's' : ''}: ${list}`,
  );
}

function suggestion(name: string, known: ReadonlySet<string>): string {
  const near = nearest(name, known);
  if (near.length === 0) return '';
  return near.length === 1
    ? ` -> did you mean [${near[0]}]?`
    : ` -> did you mean any of [${near.join(', ')}]?`;
}
