/** The fields that a database provides for an address. */
import { isObject, memberOf, textIn } from '@skein/base';
import { JDouble, type JMap, type Value } from '@skein/java';
import { networkOf } from '../text/ip_address.js';
import { newMap, wholeNumber } from '../values.js';
import type { GeoDatabase } from './geo_database.js';

type Entry = Readonly<Record<string, unknown>>;
type Reading = (entry: Entry, place: Place) => Value | undefined;

interface Place {
  readonly address: string;
  readonly prefixLength: number;
}

interface Kind {
  /** The suffix of the database's type. */
  readonly suffix: string;
  readonly usual: readonly string[];
  readonly readings: Readonly<Record<string, Reading>>;
}

const ip: Reading = (_entry, { address }) => address;

const COUNTRY: Readonly<Record<string, Reading>> = {
  ip,
  continent_code: ({ continent }) => textIn(continent, 'code'),
  continent_name: ({ continent }) => nameOf(continent),
  country_iso_code: ({ country }) => textIn(country, 'iso_code'),
  country_name: ({ country }) => nameOf(country),
};

const KINDS: readonly Kind[] = [
  {
    suffix: '-City',
    usual: [
      'continent_name',
      'country_name',
      'country_iso_code',
      'region_iso_code',
      'region_name',
      'city_name',
      'location',
    ],
    readings: {
      ...COUNTRY,
      region_iso_code: ({ country, subdivisions }) => {
        const [code, region] = [
          textIn(country, 'iso_code'),
          textIn(lastOf(subdivisions), 'iso_code'),
        ];
        return code === undefined || region === undefined ? undefined : `${code}-${region}`;
      },
      region_name: ({ subdivisions }) => nameOf(lastOf(subdivisions)),
      city_name: ({ city }) => nameOf(city),
      timezone: ({ location }) => textIn(location, 'time_zone'),
      postal_code: ({ postal }) => textIn(postal, 'code'),
      location: ({ location }) => placeOf(location),
    },
  },
  {
    suffix: '-Country',
    usual: ['continent_name', 'country_name', 'country_iso_code'],
    readings: COUNTRY,
  },
  {
    suffix: '-ASN',
    usual: ['ip', 'asn', 'organization_name', 'network'],
    readings: {
      ip,
      asn: ({ autonomous_system_number: number }) =>
        typeof number === 'number' ? wholeNumber(number) : undefined,
      organization_name: ({ autonomous_system_organization: name }) =>
        typeof name === 'string' ? name : undefined,
      network: (_entry, { address, prefixLength }) => networkOf(address, prefixLength),
    },
  },
];

function kindOf(type: string): Kind | undefined {
  return KINDS.find(({ suffix }) => type.endsWith(suffix));
}

export function knownProperties(type: string): {
  readonly all: readonly string[];
  readonly usual: readonly string[];
} {
  const kind = kindOf(type);
  return { all: Object.keys(kind?.readings ?? {}), usual: kind?.usual ?? [] };
}

/** Returns undefined if the database does not contain the address. */
export function geoDetails(
  database: GeoDatabase,
  address: string,
  properties: readonly string[],
): JMap | undefined {
  const { value: entry, prefixLength } = database.find(address);
  const readings = kindOf(database.type)?.readings ?? {};
  if (!isObject(entry)) return undefined;
  const place = { address, prefixLength };
  const found = properties.flatMap((property): readonly (readonly [string, Value])[] => {
    const value = readings[property]?.(entry, place);
    return value === undefined ? [] : [[property, value]];
  });
  return found.length === 0 ? undefined : newMap(found);
}

/** The English name, as in Elasticsearch. */
function nameOf(value: unknown): string | undefined {
  return textIn(memberOf(value, 'names'), 'en');
}

function lastOf(list: unknown): unknown {
  return Array.isArray(list) ? list.at(-1) : undefined;
}

function placeOf(location: unknown): JMap | undefined {
  const [lat, lon] = [memberOf(location, 'latitude'), memberOf(location, 'longitude')];
  if (typeof lat !== 'number' || typeof lon !== 'number') return undefined;
  return newMap([
    ['lat', new JDouble(lat)],
    ['lon', new JDouble(lon)],
  ]);
}
