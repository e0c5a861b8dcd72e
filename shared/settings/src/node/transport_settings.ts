/** Settings of the node-to-node interface. */
import { booleanSetting, listSetting, textSetting } from '../setting_types.js';
import { checkPort } from './port_range.js';

export const TRANSPORT = {
  host: listSetting(
    ['transport.host', 'static', 'addresses on which the node-to-node interface listens'],
    (settings) => settings.get('network.host') ?? '127.0.0.1',
  ),
  port: textSetting(
    [
      'transport.port',
      'static',
      'port of the node-to-node interface, or a range of ports of which the node takes the first free one',
    ],
    '9300-9400',
    checkPort,
  ),
  publishHost: textSetting(
    ['transport.publish_host', 'static', 'address under which other nodes reach the node'],
    (settings) => settings.get('network.publish_host'),
  ),
  publishPort: textSetting(
    [
      'transport.publish_port',
      'static',
      'port under which other nodes reach the node; the bound port when absent',
    ],
    undefined,
    checkPort,
  ),
  secret: textSetting([
    'transport.secret',
    'static',
    'shared secret with which nodes authenticate each other; two secrets, separated by a comma, during a change; when absent, the node generates one in path.data',
  ]),
  secretFile: textSetting([
    'transport.secret_file',
    'static',
    'file with transport.secret, one secret per line',
  ]),
  tlsCertificate: textSetting([
    'transport.tls.certificate',
    'static',
    "PEM file of the node's certificate; if it is set, nodes talk TLS and both sides present a certificate",
  ]),
  tlsKey: textSetting([
    'transport.tls.key',
    'static',
    'PEM file of the private key of transport.tls.certificate',
  ]),
  tlsAuthorities: textSetting([
    'transport.tls.certificate_authorities',
    'static',
    'PEM file of the authorities that sign the certificates of nodes',
  ]),
  allowPlain: booleanSetting(
    [
      'transport.allow_plain',
      'static',
      'true: nodes may talk without TLS beyond loopback; safe only in a network where nobody else can listen',
    ],
    'false',
  ),
} as const;
