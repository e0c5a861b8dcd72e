/** The commands of a `_cluster/reroute` body. */
import {
  REROUTE_COMMANDS,
  type RerouteCommand,
  type RerouteCommandName,
  type RerouteParameters,
} from '@skein/cluster';
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '@skein/content';
import { ApiError, asApiError } from '@skein/errors';
import type { LocatedBody } from '../search/search_body.js';

const PARSER = 'cluster_reroute';

/** Throws x_content_parse_exception. */
export function readCommands({ json, locate }: LocatedBody): readonly RerouteCommand[] {
  const place = (at: JsonValue | undefined): string => {
    const location = locate(at);
    return location ? `[${location.line}:${location.column}] ` : '';
  };
  let commands: readonly RerouteCommand[] = [];
  for (const [key, value] of Object.entries(json ?? {})) {
    if (key !== 'commands') throw refused(`${place(json)}[${PARSER}] unknown field [${key}]`);
    if (!isJsonArray(value)) {
      throw refused(
        `${place(value)}[${PARSER}] commands doesn't support values of type: ${typeof value}`,
      );
    }
    try {
      commands = value.map(readCommand);
    } catch (error) {
      const reason = `${place(value)}[${PARSER}] failed to parse field [commands]`;
      throw refused(reason, asApiError(error));
    }
  }
  return commands;
}

function readCommand(entry: JsonValue): RerouteCommand {
  const named = isJsonObject(entry) ? Object.entries(entry) : [];
  const [first] = named;
  if (first === undefined || named.length > 1) {
    throw new ApiError(
      'illegal_argument_exception',
      'a reroute command is an object with its name',
    );
  }
  const [name, parameters = {}] = first;
  if (!isCommandName(name)) {
    throw new ApiError('named_object_not_found_exception', `unknown field [${name}]`);
  }
  return { name, parameters: readParameters(name, isJsonObject(parameters) ? parameters : {}) };
}

function isCommandName(name: string): name is RerouteCommandName {
  return Object.hasOwn(REROUTE_COMMANDS, name);
}

function readParameters(name: RerouteCommandName, given: JsonObject): RerouteParameters {
  const { required, optional } = REROUTE_COMMANDS[name];
  const known: readonly string[] = [...required, ...optional];
  for (const key of Object.keys(given)) {
    if (!known.includes(key)) throw malformed(`[${name}] command does not support field [${key}]`);
  }
  for (const key of required) {
    if (given[key] === undefined) throw malformed(`[${name}] command missing the ${key} parameter`);
  }
  return {
    index: String(given.index),
    shard: shardNumber(given.shard),
    from_node: text(given.from_node),
    to_node: text(given.to_node),
    node: text(given.node),
    allow_primary: flag(given.allow_primary),
    accept_data_loss: flag(given.accept_data_loss),
  };
}

function text(value: JsonValue | undefined): string | undefined {
  return value === undefined || value === null ? undefined : String(value);
}

function shardNumber(value: JsonValue | undefined): number {
  if (/^[+-]?\d+$/.test(String(value))) return Number(value);
  throw new ApiError('number_format_exception', `For input string: "${String(value)}"`);
}

function flag(value: JsonValue | undefined): boolean | undefined {
  if (value === undefined || typeof value === 'boolean') return value;
  if (value === 'true' || value === 'false') return value === 'true';
  throw malformed(
    `Failed to parse value [${String(value)}] as only [true] or [false] are allowed.`,
  );
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
