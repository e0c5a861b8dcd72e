/**
 * `community_id`: the hash by which tools identify a network flow
 * (https://github.com/corelight/community-id-spec, version 1).
 */
import { encodeBytes } from '@skein/java';
import type { ConfigReader } from '../config_reader.js';
import { illegalArgument } from '../faults.js';
import type { IngestDocument } from '../ingest_document.js';
import type { ProcessorType } from '../processor_type.js';
import { ipBytes } from '../text/ip_address.js';

const [ICMP, TCP, UDP, ICMP_V6, SCTP] = [1, 6, 17, 58, 132];
const PROTOCOLS: Readonly<Record<string, number>> = {
  ICMP,
  TCP,
  UDP,
  ICMP_V6,
  'IPV6-ICMP': ICMP_V6,
  SCTP,
};
const KNOWN: ReadonlySet<number> = new Set(Object.values(PROTOCOLS));
const TRANSPORTS: ReadonlySet<number> = new Set([TCP, UDP, SCTP]);
/** OpenSearch's limit (not 65,535). */
const MAX_PORT = 63_335;
const MAX_SEED = 65_535;
const MAX_ICMP = 255;

/** Message types of requests and responses, each with its counterpart. */
const PAIRS: Readonly<Record<number, ReadonlyMap<number, number>>> = {
  [ICMP]: bothWays([
    [0, 8],
    [9, 10],
    [13, 14],
    [15, 16],
    [17, 18],
  ]),
  [ICMP_V6]: bothWays([
    [128, 129],
    [130, 131],
    [133, 134],
    [135, 136],
    [139, 140],
    [144, 145],
  ]),
};

function bothWays(pairs: readonly (readonly [number, number])[]): ReadonlyMap<number, number> {
  return new Map(
    pairs.flatMap(([a, b]): readonly (readonly [number, number])[] => [
      [a, b],
      [b, a],
    ]),
  );
}

interface Fields {
  readonly sourceIp: string;
  readonly sourcePort: string;
  readonly destinationIp: string;
  readonly destinationPort: string;
  readonly protocolNumber: string;
  readonly protocol: string;
  readonly icmpType: string;
  readonly icmpCode: string;
  readonly ignoreMissing: boolean;
}

export const community_id: ProcessorType = {
  name: 'community_id',
  create: (config, { ports }) => {
    const fields = readFields(config);
    const seed = config.int('seed', 0);
    if (seed < 0 || seed > MAX_SEED) {
      throw config.fault('seed', `seed must be between 0 and ${MAX_SEED}`);
    }
    const targetField = config.string('target_field', 'community_id');
    return {
      run: (document) => {
        const flow = flowOf(document, fields);
        if (flow === undefined) return;
        const digest = ports.digest('sha1', flowBytes(flow, seed));
        document.set(targetField, `1:${encodeBytes([...digest])}`);
      },
    };
  },
};

function readFields(config: ConfigReader): Fields {
  const optional = (name: string) => config.optionalString(name) ?? '';
  return {
    sourceIp: config.string('source_ip_field'),
    sourcePort: optional('source_port_field'),
    destinationIp: config.string('destination_ip_field'),
    destinationPort: optional('destination_port_field'),
    protocolNumber: optional('iana_protocol_number_field'),
    protocol: optional('protocol_field'),
    icmpType: optional('icmp_type_field'),
    icmpCode: optional('icmp_code_field'),
    ignoreMissing: config.boolean('ignore_missing', false),
  };
}

interface Flow {
  readonly protocol: number;
  readonly source: Uint8Array;
  readonly destination: Uint8Array;
  readonly ports: readonly [number, number];
  /** True if the flow has a direction, so that its ends are not swapped. */
  readonly isOneWay: boolean;
}

/** Returns undefined if an input is missing and may be. */
function flowOf(document: IngestDocument, fields: Fields): Flow | undefined {
  const protocol = protocolOf(document, fields);
  if (protocol === undefined) return undefined;
  const source = addressOf(document, fields.sourceIp, fields);
  const destination = source && addressOf(document, fields.destinationIp, fields);
  if (source === undefined || destination === undefined) return undefined;
  if (source.length !== destination.length) {
    throw illegalArgument('source ip and destination ip must have same format');
  }
  const flow = { protocol, source, destination };
  if (!TRANSPORTS.has(protocol)) return icmpFlow(document, fields, flow);
  const from = portOf(document, fields.sourcePort, fields);
  const to = from === undefined ? undefined : portOf(document, fields.destinationPort, fields);
  if (from === undefined || to === undefined) return undefined;
  return { ...flow, ports: [from, to], isOneWay: false };
}

function icmpFlow(
  document: IngestDocument,
  fields: Fields,
  flow: Pick<Flow, 'protocol' | 'source' | 'destination'>,
): Flow | undefined {
  const type = icmpPart(document, fields.icmpType, 'type', fields);
  if (type === undefined) return undefined;
  const other = PAIRS[flow.protocol]?.get(type);
  if (other !== undefined) return { ...flow, ports: [type, other], isOneWay: false };
  const code = icmpPart(document, fields.icmpCode, 'code', fields);
  return code === undefined ? undefined : { ...flow, ports: [type, code], isOneWay: true };
}

function protocolOf(document: IngestDocument, fields: Fields): number | undefined {
  const { protocolNumber, protocol, ignoreMissing } = fields;
  const number = protocolNumber === '' ? null : document.integer(protocolNumber, true);
  const name = protocol === '' ? null : document.string(protocol, true);
  if (number !== null) {
    if (KNOWN.has(number)) return number;
    throw illegalArgument(`unsupported iana protocol number [${number}]`);
  }
  if (name !== null) {
    const upper = name.toUpperCase();
    const known = Object.hasOwn(PROTOCOLS, upper) ? PROTOCOLS[upper] : undefined;
    if (known !== undefined) return known;
    throw illegalArgument(`unsupported protocol [${name}]`);
  }
  if (ignoreMissing) return undefined;
  throw illegalArgument(
    `cannot resolve protocol by neither iana protocol number field [${protocolNumber || null}] nor protocol name field [${protocol || null}]`,
  );
}

function addressOf(
  document: IngestDocument,
  field: string,
  { ignoreMissing }: Fields,
): Uint8Array | undefined {
  if (field === '') {
    if (ignoreMissing) return undefined;
    throw illegalArgument(
      'both source ip field path and destination ip field path cannot be null nor empty',
    );
  }
  const text = document.string(field, true) ?? '';
  if (text === '') {
    if (ignoreMissing) return undefined;
    throw illegalArgument(`ip address in the field [${field}] is null or empty`);
  }
  const bytes = ipBytes(text);
  if (bytes !== undefined) return bytes;
  throw illegalArgument(
    `ip address [${text}] in the field [${field}] is not a valid ipv4/ipv6 address`,
  );
}

function portOf(
  document: IngestDocument,
  field: string,
  { ignoreMissing }: Fields,
): number | undefined {
  const port = field === '' ? null : document.integer(field, true);
  if (port === null) {
    if (ignoreMissing) return undefined;
    throw illegalArgument(
      field === ''
        ? 'both source port and destination port field path cannot be null nor empty'
        : `both source port and destination port cannot be null, but port in the field path [${field}] is null`,
    );
  }
  if (port >= 0 && port <= MAX_PORT) return port;
  throw illegalArgument(
    `both source port and destination port must be between 0 and 65535, but port in the field path [${field}] is [${port}]`,
  );
}

function icmpPart(
  document: IngestDocument,
  field: string,
  part: 'type' | 'code',
  { ignoreMissing }: Fields,
): number | undefined {
  const value = field === '' ? null : document.integer(field, true);
  if (value === null) {
    if (ignoreMissing) return undefined;
    throw illegalArgument(
      field === ''
        ? `icmp message ${part} field path cannot be null nor empty`
        : `icmp message ${part} cannot be null`,
    );
  }
  if (value >= 0 && value <= MAX_ICMP) return value;
  throw illegalArgument(`invalid icmp message ${part} [${value}]`);
}

/** The lesser end of a flow comes first, in both directions. */
function flowBytes(flow: Flow, seed: number): Uint8Array {
  const { protocol, source, destination, ports, isOneWay } = flow;
  const isSwapped = !isOneWay && order(flow) >= 0;
  const [first, second] = isSwapped ? [destination, source] : [source, destination];
  const [from, to] = isSwapped ? [ports[1], ports[0]] : ports;
  return Uint8Array.from([
    ...twoBytes(seed),
    ...first,
    ...second,
    protocol,
    0,
    ...twoBytes(from),
    ...twoBytes(to),
  ]);
}

function order({ source, destination, ports }: Flow): number {
  for (let i = 0; i < source.length; i++) {
    const difference = (source[i] ?? 0) - (destination[i] ?? 0);
    if (difference !== 0) return difference;
  }
  return ports[0] - ports[1];
}

function twoBytes(value: number): readonly [number, number] {
  return [(value >>> 8) & 0xff, value & 0xff];
}
