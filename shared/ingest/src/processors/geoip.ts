/**
 * `geoip`: looks up the location or owner of an address in a database of MaxMind's format, which
 * the operator puts in the configuration folder.
 */
import { asApiError } from '@skein/errors';
import { JList, textOf, type Value } from '@skein/java';
import type { ConfigReader } from '../config_reader.js';
import { illegalArgument } from '../faults.js';
import { type GeoDatabase, openGeoDatabase } from '../geoip/geo_database.js';
import { geoDetails, knownProperties } from '../geoip/geo_details.js';
import type { ProcessorContext, ProcessorType } from '../processor_type.js';
import { isIpAddress } from '../text/ip_address.js';
import { newList } from '../values.js';
import { chosenProperties } from './chosen_properties.js';

const FOLDER = 'ingest-geoip';

export const geoip: ProcessorType = {
  name: 'geoip',
  create: (config, context) => {
    const field = config.string('field');
    const targetField = config.string('target_field', 'geoip');
    const database = openDatabase(config, context);
    const properties = readProperties(config, database);
    const ignoreMissing = config.boolean('ignore_missing', false);
    const firstOnly = config.boolean('first_only', true);
    const detailsOf = (value: Value) => {
      const text = textOf(value);
      if (!isIpAddress(text)) throw illegalArgument(`'${text}' is not an IP string literal.`);
      return geoDetails(database, text, properties);
    };
    return {
      run: (document) => {
        const value = document.find(field, ignoreMissing);
        if (value === null) {
          if (ignoreMissing) return;
          throw illegalArgument(`field [${field}] is null, cannot extract geoip information.`);
        }
        const found = (value instanceof JList ? value.items : [value]).map(detailsOf);
        const known = found.filter((one) => one !== undefined);
        if (known.length === 0) return;
        const isOne = firstOnly || !(value instanceof JList);
        document.set(
          targetField,
          isOne ? (known[0] ?? null) : newList(found.map((one) => one ?? null)),
        );
      },
    };
  },
};

function openDatabase(config: ConfigReader, { ports }: ProcessorContext): GeoDatabase {
  const file = config.string('database_file', 'GeoLite2-City.mmdb');
  const path = `${FOLDER}/${file}`;
  let database: GeoDatabase | undefined;
  try {
    database = /^[\w.-]+$/.test(file)
      ? openGeoDatabase(path, () => ports.configFile(path))
      : undefined;
  } catch (error) {
    const { message } = asApiError(error);
    throw config.fault('database_file', `database file [${file}] cannot be read: ${message}`);
  }
  if (database !== undefined) return database;
  throw config.fault('database_file', `database file [${file}] doesn't exist`);
}

function readProperties(config: ConfigReader, { type }: GeoDatabase): readonly string[] {
  const { all, usual } = knownProperties(type);
  if (all.length === 0) {
    throw config.fault('database_file', `Unsupported database type [${type}]`);
  }
  return chosenProperties(config, { known: all, usual, called: 'property value' });
}
