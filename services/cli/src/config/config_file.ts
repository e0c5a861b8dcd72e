/**
 * A configuration file: YAML, nested or with dotted keys, like `elasticsearch.yml`. A JSON schema
 * checks its shape; the services check its keys and values later.
 */
import { isJsonObject, parseYaml } from '@skein/content';
import { ApiError, asApiError } from '@skein/errors';
import { flattenSettings } from '@skein/settings';
import { Ajv } from 'ajv';

const SCALAR = { type: ['string', 'number', 'boolean', 'integer'] } as const;

const SHAPE = {
  $ref: '#/$defs/section',
  $defs: {
    section: {
      type: 'object',
      additionalProperties: {
        anyOf: [SCALAR, { type: 'array', items: SCALAR }, { $ref: '#/$defs/section' }],
      },
    },
  },
} as const;

const checkShape = new Ajv({ allowUnionTypes: true }).compile(SHAPE);

/** The flat settings of a file's text; an empty file has none. `path` is for error messages. */
export function parseConfigFile(text: string, path: string): Map<string, string> {
  if (isBlank(text)) return new Map();
  const json = parsed(text, path);
  if (!checkShape(json) || !isJsonObject(json)) {
    const place = checkShape.errors?.at(-1)?.instancePath.slice(1).replaceAll('/', '.') ?? '';
    throw new ApiError(
      'settings_exception',
      `[${path}] must hold keys with texts, numbers, booleans or lists of them${place === '' ? '' : `; [${place}] does not`}`,
    );
  }
  return flattenSettings(json);
}

function isBlank(text: string): boolean {
  return text.split('\n').every((line) => /^\s*(#.*|---\s*)?$/.test(line));
}

function parsed(text: string, path: string) {
  try {
    return parseYaml(text);
  } catch (failure) {
    throw new ApiError(
      'settings_exception',
      `[${path}] cannot be read: ${asApiError(failure).reason}`,
    );
  }
}
