/** Databases of addresses, each read once. */
import { Reader, type Response } from 'mmdb-lib';

export interface GeoDatabase {
  /** The type in the database's metadata: `GeoLite2-City`. */
  readonly type: string;
  find(address: string): GeoEntry;
}

interface GeoEntry {
  /** The data of the address; null if there is none. */
  readonly value: unknown;
  /** The number of network bits of the address. */
  readonly prefixLength: number;
}

const open = new Map<string, GeoDatabase>();

/** Returns undefined if the file does not exist. Throws an Error if it is not such a database. */
export function openGeoDatabase(
  path: string,
  read: () => Uint8Array | undefined,
): GeoDatabase | undefined {
  const known = open.get(path);
  if (known !== undefined) return known;
  const bytes = read();
  if (bytes === undefined) return undefined;
  // The reader takes any bytes; its type asks for a `Buffer` of Node.
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
