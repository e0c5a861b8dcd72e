/** `host`, `host:port`, `[v6]:port` as seeds are written. */
import { ApiError } from '@skein/errors';

interface SeedAddress {
  readonly host: string;
  readonly port: string;
}

/** Throws illegal_argument_exception for an invalid address. */
export function parseSeed(text: string, defaultPort: string): SeedAddress {
  const found =
    /^(?:\[([0-9a-f:.]+)\]|([^:[\]]+)|([0-9a-f:]*:[0-9a-f:]*:[0-9a-f:.]*))(?::(\d{1,5}))?$/i.exec(
      text,
    );
  const host = found?.[1] ?? found?.[2] ?? found?.[3];
  if (host === undefined) {
    throw new ApiError('illegal_argument_exception', `[${text}] is no address of a seed host`);
  }
  return { host, port: found?.[4] ?? defaultPort };
}
