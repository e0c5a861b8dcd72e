/** Settings of the node-to-node interface. */
import { booleanSetting, listSetting, textSetting } from '../setting_types.js';
import { checkPort } from './port_range.js';

export const TRANSPORT = {
  host: listSetting(
    ['transport.host', 'static', 'addresses of the node-to-node interface'],
    (settings) => settings.get('network.host') ?? '127.0.0.1',
  ),
  port: textSetting(
    ['transport.port', 'static', 'port of the node-to-node interface, or a range'],
    '9300-9400',
    checkPort,
  ),
  publishHost: textSetting(
    ['transport.publish_host', 'static', 'where other nodes reach this one'],
    (settings) => settings.get('network.publish_host'),
  ),
  publishPort: textSetting(
    [
      'transport.publish_port',
      'static',
      'the port told to other nodes, when it is not the bound one',
    ],
    undefined,
    checkPort,
  ),
  secret: textSetting([
    'transport.secret',
    'static',
    'what nodes prove to each other that they know, by default a secret that the node makes in path.data; two, separated by a comma, while one replaces the other',
  ]),
  secretFile: textSetting([
    'transport.secret_file',
    'static',
    'a file that holds transport.secret, one secret a line',
  ]),
  tlsCertificate: textSetting([
    'transport.tls.certificate',
    'static',
    "PEM file of the node's certificate; with it nodes talk TLS and show certificates to each other",
  ]),
  tlsKey: textSetting(['transport.tls.key', 'static', "PEM file of the certificate's private key"]),
  tlsAuthorities: textSetting([
    'transport.tls.certificate_authorities',
    'static',
    'PEM file of the authorities whose certificates other nodes may show',
  ]),
  allowPlain: booleanSetting(
    [
      'transport.allow_plain',
      'static',
      'nodes may talk without TLS beyond loopback: only where nobody else can listen',
    ],
    'false',
  ),
} as const;
