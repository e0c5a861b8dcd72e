import type { ConfigReader } from '../config_reader.js';

interface Properties {
  readonly known: readonly string[];
  /** The properties if the processor names none. */
  readonly usual: readonly string[];
  /** The name of a property in messages. */
  readonly called: string;
}

/** The properties that a processor names in any case, in its order. */
export function chosenProperties(
  config: ConfigReader,
  { known, usual, called }: Properties,
): readonly string[] {
  const names = config.optionalStrings('properties');
  if (names === undefined) return usual;
  return names.map((name) => {
    const property = name.toLowerCase();
    if (known.includes(property)) return property;
    const list = known.map((one) => one.toUpperCase()).join(', ');
    throw config.fault('properties', `illegal ${called} [${name}]. valid values are [${list}]`);
  });
}
