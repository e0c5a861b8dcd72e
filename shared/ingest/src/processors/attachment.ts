/**
 * `attachment`: extracts the text and metadata of a base64-encoded file in a field. The file is
 * parsed in a separate thread.
 */

import { javaTrim } from '@skein/base';
import { ApiError } from '@skein/errors';
import type { Extracted } from '@skein/extraction/calls';
import { classNameOf, type Value } from '@skein/java';
import { illegalArgument } from '../faults.js';
import type { IngestDocument } from '../ingest_document.js';
import type { ProcessorType } from '../processor_type.js';
import { newMap } from '../values.js';
import { chosenProperties } from './chosen_properties.js';

const DEFAULT_CHARS = 100_000;

/** The value of each property that a file may have; `undefined` if it has none. */
const PROPERTY_VALUES: { readonly [property: string]: (found: Extracted) => Value | undefined } = {
  content: ({ content }) => (content === '' ? undefined : javaTrim(content)),
  title: ({ title }) => title || undefined,
  author: ({ author }) => author || undefined,
  keywords: ({ keywords }) => keywords || undefined,
  date: ({ date }) => date,
  content_type: ({ contentType }) => contentType,
  content_length: ({ content }) => BigInt(content.length),
  language: ({ language }) => language,
};
const PROPERTIES = Object.keys(PROPERTY_VALUES);

export const attachment: ProcessorType = {
  name: 'attachment',
  create: (config, { ports }) => {
    const field = config.string('field');
    const targetField = config.string('target_field', 'attachment');
    const properties = chosenProperties(config, {
      known: PROPERTIES,
      usual: PROPERTIES,
      called: 'field option',
    });
    const indexedChars = config.int('indexed_chars', DEFAULT_CHARS);
    const ignoreMissing = config.boolean('ignore_missing', false);
    const indexedCharsField = config.optionalString('indexed_chars_field');
    const removeBinary = config.boolean('remove_binary', false);
    const nameField = config.optionalString('resource_name');
    const charsOf = (document: IngestDocument): number =>
      indexedCharsField === undefined
        ? indexedChars
        : (document.integer(indexedCharsField, true) ?? indexedChars);
    return {
      run: (document) => {
        const base64 = readFile(document, field, ignoreMissing);
        if (base64 === null) return;
        const found = extracted(field, () =>
          ports.extract({
            base64,
            maxChars: charsOf(document),
            resourceName:
              nameField === undefined ? undefined : (document.string(nameField, true) ?? undefined),
            wantsLanguage: properties.includes('language'),
          }),
        );
        document.set(
          targetField,
          newMap(
            properties.flatMap((property): readonly (readonly [string, Value])[] => {
              const value = PROPERTY_VALUES[property]?.(found);
              return value === undefined ? [] : [[property, value]];
            }),
          ),
        );
        if (removeBinary) document.remove(field);
      },
    };
  },
};

/** The file in base64; null if the field has no value and may have none. */
function readFile(document: IngestDocument, field: string, ignoreMissing: boolean): string | null {
  const value = document.find(field, ignoreMissing);
  if (typeof value === 'string') return value;
  if (value === null) {
    if (ignoreMissing) return null;
    throw illegalArgument(`field [${field}] is null, cannot parse.`);
  }
  throw illegalArgument(
    `Content field [${field}] of unknown type [${classNameOf(value)}], must be string or byte array`,
  );
}

function extracted(field: string, extract: () => Extracted): Extracted {
  try {
    return extract();
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    throw new ApiError('parse_exception', `Error parsing document in field [${field}]`, {
      cause: error,
    });
  }
}
