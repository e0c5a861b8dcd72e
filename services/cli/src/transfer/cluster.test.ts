import { Cluster, type ClusterOptions } from './cluster.js';

const NOTHING: Omit<ClusterOptions, 'url'> = {
  ca: undefined,
  tokenFile: undefined,
  apiKeyFile: undefined,
  user: undefined,
  passwordFile: undefined,
  token: undefined,
};

test.each([
  ['127.0.0.1:9200', 'is not the URL of a cluster'],
  ['ftp://host:9200', 'is not the URL of a cluster'],
  ['http://ada:secret@host:9200', 'names no user: use --user with --password-file'],
])('the address %s is refused', (url, reason) => {
  expect(() => new Cluster({ ...NOTHING, url })).toThrow(reason);
});
