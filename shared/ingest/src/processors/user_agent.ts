/**
 * `user_agent`: the browser, system and device of a user agent text, by the expressions of the
 * uap-core project.
 */
import type { ConfigReader } from '../config_reader.js';
import { illegalArgument } from '../faults.js';
import type { ProcessorContext, ProcessorType } from '../processor_type.js';
import {
  agentDetails,
  USER_AGENT_PROPERTIES,
  type UserAgentProperty,
} from '../user_agent/details.js';
import { type UserAgents, userAgents } from '../user_agent/user_agents.js';

/** The folder for the operator's files with other expressions. */
const FOLDER = 'ingest-user-agent';
const DEFAULT = '_default_';

export const user_agent: ProcessorType = {
  name: 'user_agent',
  create: (config, context) => {
    const field = config.string('field');
    const targetField = config.string('target_field', 'user_agent');
    const agents = expressions(config, context);
    const properties = readProperties(config);
    const ignoreMissing = config.boolean('ignore_missing', false);
    const isEcs = config.boolean('ecs', true);
    return {
      run: (document) => {
        const text = document.string(field, ignoreMissing);
        if (text === null) {
          if (ignoreMissing) return;
          throw illegalArgument(`field [${field}] is null, cannot parse user-agent.`);
        }
        const agent = agents.find(text, context.regexes);
        document.set(targetField, agentDetails(text, agent, { properties, isEcs }));
      },
    };
  },
};

function readProperties(config: ConfigReader): readonly UserAgentProperty[] {
  const names = config.optionalStrings('properties');
  if (names === undefined) return USER_AGENT_PROPERTIES;
  const known: readonly string[] = USER_AGENT_PROPERTIES;
  for (const name of names) {
    if (known.includes(name.toUpperCase())) continue;
    throw config.fault(
      'properties',
      `illegal property value [${name}]. valid values are [${known.join(', ')}]`,
    );
  }
  const wanted = new Set(names.map((name) => name.toUpperCase()));
  return USER_AGENT_PROPERTIES.filter((name) => wanted.has(name));
}

function expressions(config: ConfigReader, { ports }: ProcessorContext): UserAgents {
  const file = config.string('regex_file', DEFAULT);
  if (file === DEFAULT) return userAgents(DEFAULT, () => ports.userAgentExpressions());
  const bytes = /^[\w.-]+$/.test(file) ? ports.configFile(`${FOLDER}/${file}`) : undefined;
  if (bytes === undefined) {
    throw config.fault(
      'regex_file',
      `regex file [${file}] doesn't exist (has to exist at node startup)`,
    );
  }
  return userAgents(file, () => new TextDecoder().decode(bytes));
}
