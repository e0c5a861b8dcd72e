/**
 * Reads a thrown value, which may be anything. The value is not compared with `Error`, because each
 * realm has its own.
 */

/** The message of a thrown error. */
export function reasonOf(thrown: unknown): string {
  const message = memberOf(thrown, 'message');
  return typeof message === 'string' ? message : String(thrown);
}

/** The code of a system error or of one of Node's: `ENOENT`, `ERR_MODULE_NOT_FOUND`. */
export function systemCodeOf(thrown: unknown): string | undefined {
  const code = memberOf(thrown, 'code');
  return typeof code === 'string' ? code : undefined;
}

function memberOf(thrown: unknown, name: string): unknown {
  if (typeof thrown !== 'object' || thrown === null) return undefined;
  return Reflect.get(thrown, name);
}
