/** Databases of addresses, each read once. */
import { Reader, type Response } from 'mmdb-lib';

export interface GeoDatabase {
  /** As it names itself: `GeoLite2-City`. */
  readonly type: string;
  find(address: string): GeoEntry;
}

export interface GeoEntry {
  /** null: nothing is known. */
  readonly value: unknown;
  /** Bits of the address that are its network's. */
  readonly prefixLength: number;
}

const open = new Map<string, GeoDatabase>();

/** undefined: there is none. Throws an Error for what is no such database. */
export function openGeoDatabase(
  path: string,
  read: () => Uint8Array | undefined,
): GeoDatabase | undefined {
  const known = open.get(path);
  if (known !== undefined) return known;
  const bytes = read();
  if (bytes === undefined) return undefined;
  const reader = new Reader<Response>(bytes as never);
  const database = {
    type: reader.metadata.databaseType,
    find: (address: string) => {
      const [value, prefixLength] = reader.getWithPrefixLength(address);
      return { value, prefixLength };
    },
  };
  open.set(path, database);
  return database;
}
