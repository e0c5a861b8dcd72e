/** The commands of a `_cluster/reroute` body. */
import {
  REROUTE_COMMANDS,
  type RerouteCommand,
  type RerouteCommandName,
  type RerouteParameters,
} from '@skein/cluster';
import { isJsonArray, isJsonObject, type JsonValue } from '@skein/content';
import { ApiError, asApiError } from '@skein/errors';
import { booleanOf, integerOf, textOf, tokenName } from '@skein/reading';
import type { LocatedBody } from '../search/search_body.js';

const PARSER = 'cluster_reroute';

/** Throws x_content_parse_exception. */
export function readCommands({ json, locate }: LocatedBody): readonly RerouteCommand[] {
  const place = (key: string, part?: 'name'): string => {
    const location = locate(json, key, part);
    return location ? `[${location.line}:${location.column}] ` : '';
  };
  let commands: readonly RerouteCommand[] = [];
  for (const [key, value] of Object.entries(json ?? {})) {
    if (key !== 'commands') {
      throw refused(`${place(key, 'name')}[${PARSER}] unknown field [${key}]`);
    }
    if (!isJsonArray(value) && !isJsonObject(value)) {
      const reason = `commands doesn't support values of type: ${tokenName(value)}`;
      throw refused(`${place(key)}[${PARSER}] ${reason}`);
    }
    try {
      commands = readList(value);
    } catch (error) {
      const reason = `${place(key)}[${PARSER}] failed to parse field [commands]`;
      throw refused(reason, asApiError(error));
    }
  }
  return commands;
}

function readList(value: JsonValue): readonly RerouteCommand[] {
  if (isJsonArray(value)) return value.map(readCommand);
  throw malformed(
    `expected either field name [commands], or start array, got [${tokenName(value)}] instead`,
  );
}

function readCommand(entry: JsonValue): RerouteCommand {
  if (!isJsonObject(entry)) {
    throw malformed(`allocation command is malformed, got [${tokenName(entry)}] instead`);
  }
  const [first, second] = Object.entries(entry);
  const [name, parameters = null] = first ?? ['null'];
  if (!isCommandName(name)) {
    throw new ApiError('named_object_not_found_exception', `unknown field [${name}]`);
  }
  const read = readParameters(name, parameters);
  if (second === undefined) return { name, parameters: read };
  throw malformed(
    `allocation command is malformed, done parsing a command, but didn't get END_OBJECT, got [${tokenName(second[1])}] instead`,
  );
}

function isCommandName(name: string): name is RerouteCommandName {
  return Object.hasOwn(REROUTE_COMMANDS, name);
}

/** OpenSearch's value for a missing shard number. */
const NO_SHARD = -1;

/** As in OpenSearch, parameters that are no object are none. */
function readParameters(name: RerouteCommandName, json: JsonValue): RerouteParameters {
  const given = isJsonObject(json) ? json : {};
  if (isJsonArray(json)) throw tooComplex(name, 'END_ARRAY');
  const { required, optional } = REROUTE_COMMANDS[name];
  const known: readonly string[] = [...required, ...optional];
  for (const [key, value] of Object.entries(given)) {
    if (value === null || typeof value === 'object') throw tooComplex(name, tokenName(value));
    if (!known.includes(key)) throw malformed(`[${name}] command does not support field [${key}]`);
  }
  const shard = given.shard === undefined ? NO_SHARD : integerOf(given.shard);
  const lacked = required.find((key) =>
    key === 'shard' ? shard === NO_SHARD : given[key] === undefined,
  );
  if (lacked !== undefined) throw malformed(`[${name}] command missing the ${lacked} parameter`);
  return {
    index: textOf(given.index ?? ''),
    shard,
    from_node: optionalText(given.from_node),
    to_node: optionalText(given.to_node),
    node: optionalText(given.node),
    allow_primary: flag(given.allow_primary),
    accept_data_loss: flag(given.accept_data_loss),
  };
}

function optionalText(value: JsonValue | undefined): string | undefined {
  return value === undefined ? undefined : textOf(value);
}

function flag(value: JsonValue | undefined): boolean | undefined {
  return value === undefined ? undefined : booleanOf(value);
}

function tooComplex(name: string, token: string): ApiError {
  return malformed(`[${name}] command does not support complex json tokens [${token}]`);
}

function malformed(reason: string): ApiError {
  return new ApiError('parse_exception', reason);
}

/** An error of the whole command is its root cause; an error of a value is not. */
const ROOTS: ReadonlySet<string> = new Set(['parse_exception', 'named_object_not_found_exception']);

function refused(reason: string, cause?: ApiError): ApiError {
  const rootCauses = cause !== undefined && ROOTS.has(cause.type) ? [cause] : undefined;
  return new ApiError('x_content_parse_exception', reason, {
    ...(cause ? { cause } : {}),
    ...(rootCauses ? { rootCauses } : {}),
  });
}
