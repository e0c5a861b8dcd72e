/**
 * `network_direction`: determines if a connection is inbound, outbound, internal or external to a
 * network.
 */

import { textOf } from '@skein/java';
import ipaddr from 'ipaddr.js';
import type { ConfigReader } from '../config_reader.js';
import { illegalArgument } from '../faults.js';
import type { IngestDocument } from '../ingest_document.js';
import type { ProcessorContext, ProcessorType, Template } from '../processor_type.js';
import { template } from '../templates.js';
import { isInNetwork, isIpAddress, parseNetwork } from '../text/ip_address.js';

/** The tests behind the network names, as Elasticsearch's, based on `ipaddr.js`. */
const NAMED: Readonly<Record<string, (address: string) => boolean>> = {
  loopback: inRange('loopback'),
  unicast: isUnicast,
  global_unicast: isUnicast,
  multicast: inRange('multicast'),
  interface_local_multicast: isInterfaceLocalMulticast,
  link_local_multicast: isLinkLocalMulticast,
  link_local_unicast: inRange('linkLocal'),
  private: isPrivate,
  public: (text) =>
    ![isPrivate, isUnspecified, isLinkLocalMulticast, isInterfaceLocalMulticast].some((is) =>
      is(text),
    ) && !['loopback', 'linkLocal', 'broadcast'].includes(rangeOf(text)),
  unspecified: isUnspecified,
};

export const network_direction: ProcessorType = {
  name: 'network_direction',
  create: (config, context) => {
    const sourceField = config.string('source_ip', 'source.ip');
    const destinationField = config.string('destination_ip', 'destination.ip');
    const targetField = config.string('target_field', 'network.direction');
    const ignoreMissing = config.boolean('ignore_missing', true);
    const networksOf = readNetworks(config, context, ignoreMissing);
    return {
      run: (document) => {
        const source = document.string(sourceField, ignoreMissing);
        const destination = document.string(destinationField, ignoreMissing);
        const networks = networksOf(document);
        if (source === null || destination === null || networks === undefined) {
          if (ignoreMissing) return;
          throw illegalArgument('unable to calculate network direction from document');
        }
        const isSourceIn = isInternal(source, networks);
        const isDestinationIn = isInternal(destination, networks);
        document.set(targetField, direction(isSourceIn, isDestinationIn));
      },
    };
  },
};

type Networks = (document: IngestDocument) => readonly string[] | undefined;

function readNetworks(
  config: ConfigReader,
  { scripts }: ProcessorContext,
  ignoreMissing: boolean,
): Networks {
  const field = config.optionalString('internal_networks_field');
  const named = config.optionalStrings('internal_networks');
  const refused = (reason: string) => config.fault('internal_networks', reason);
  if (field !== undefined) {
    if (named === undefined) {
      return (document) => document.list(field, ignoreMissing)?.items.map(textOf);
    }
    throw refused('and [internal_networks_field] cannot both be used in the same processor');
  }
  if (named === undefined) throw refused('or [internal_networks_field] must be specified');
  const networks: readonly Template[] = named.map((network) =>
    template(network, 'internal_networks', config, scripts),
  );
  return (document) => networks.map((network) => network(document));
}

function isInternal(address: string, networks: readonly string[]): boolean {
  if (!isIpAddress(address)) throw illegalArgument(`'${address}' is not an IP string literal.`);
  return networks.some((network) => {
    const named = Object.hasOwn(NAMED, network) ? NAMED[network] : undefined;
    if (named !== undefined) return named(address);
    const parsed = parseNetwork(network);
    if (parsed === undefined) {
      throw illegalArgument(`'${network}' is not a valid network: expected [ip/prefix]`);
    }
    return isInNetwork(address, parsed);
  });
}

function direction(isSourceIn: boolean, isDestinationIn: boolean): string {
  if (isSourceIn) return isDestinationIn ? 'internal' : 'outbound';
  return isDestinationIn ? 'inbound' : 'external';
}

function rangeOf(text: string): string {
  return ipaddr.process(text).range();
}

function normal(text: string): string {
  return ipaddr.process(text).toString();
}

function inRange(range: string): (text: string) => boolean {
  return (text) => rangeOf(text) === range;
}

function isUnicast(text: string): boolean {
  const isOther = ['multicast', 'loopback', 'linkLocal', 'broadcast'].includes(rangeOf(text));
  return !isOther && !isUnspecified(text);
}

function isUnspecified(text: string): boolean {
  return ['0.0.0.0', '::'].includes(normal(text));
}

function isInterfaceLocalMulticast(text: string): boolean {
  return /^ff[0-9a-f]1:/i.test(normal(text));
}

function isLinkLocalMulticast(text: string): boolean {
  return /^(?:ff[0-9a-f]2:|224\.0\.0\.)/i.test(normal(text));
}

/** The private networks of version 4, and `fd00::/8`. */
function isPrivate(text: string): boolean {
  return rangeOf(text) === 'private' || /^fd[0-9a-f]{2}:/i.test(normal(text));
}
