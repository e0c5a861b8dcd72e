// biome-ignore-all lint/suspicious/noTemplateCurlyInString: placeholders are the subject here
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { commandLineSettings } from './command_line_settings.js';
import { parseConfigFile } from './config_file.js';
import { environmentSettings } from './environment_settings.js';
import { loadSettings } from './load_settings.js';
import { replacePlaceholders } from './placeholders.js';

test.each([
  ['nested', 'http:\n  port: 9200\n', { 'http.port': '9200' }],
  [
    'dotted',
    'http.port: 9200\ncluster.name: "a b"\n',
    { 'http.port': '9200', 'cluster.name': 'a b' },
  ],
  ['list', 'node.roles: [master, data]\n', { 'node.roles.0': 'master', 'node.roles.1': 'data' }],
  ['comments alone', '# nothing\n---\n', {}],
])('file: %s', (_name, text, settings) => {
  expect(Object.fromEntries(parseConfigFile(text, 'skein.yml'))).toEqual(settings);
});

test('a file of another shape is refused', () => {
  expect(() => parseConfigFile('- a\n', 'skein.yml')).toThrow('[skein.yml] must hold keys');
  expect(() => parseConfigFile('a: [[1]]\n', 'skein.yml')).toThrow('[skein.yml] must hold keys');
  expect(() => parseConfigFile('a: "x\n', 'skein.yml')).toThrow('[skein.yml] cannot be read');
});

test.each([
  ['http.port', '1', { 'http.port': '1' }],
  ['SKEIN_HTTP_PORT', '1', { 'http.port': '1' }],
  ['ES_SETTING_BOOTSTRAP_MEMORY__LOCK', 'true', { 'bootstrap.memory_lock': 'true' }],
  ['SKEIN_AUTH_MASTER__KEY_FILE', '/run/key', { 'auth.master_key': 'secret' }],
  ['SKEIN_AUTH_MASTER__KEY__FILE', '/run/key', { 'auth.master_key_file': '/run/key' }],
  ['SKEIN_PATH_CONF', '/etc', {}],
  ['PATH', '/bin', {}],
  ['npm_package_name', 'x', {}],
])('environment: %s', (name, value, settings) => {
  const read = (path: string) => (path === '/run/key' ? 'secret\n' : '');
  expect(Object.fromEntries(environmentSettings({ [name]: value }, read))).toEqual(settings);
});

test('a secret whose file cannot be read is named', () => {
  const refuse = () => {
    throw new Error('ENOENT');
  };
  expect(() => environmentSettings({ SKEIN_A_B_FILE: '/none' }, refuse)).toThrow(
    'the file [/none] that holds the setting [a.b] cannot be read',
  );
});

test('-E', () => {
  expect([...commandLineSettings(['a=1', 'b=x=y', 'c='])]).toEqual([
    ['a', '1'],
    ['b', 'x=y'],
    ['c', ''],
  ]);
  expect(() => commandLineSettings(['a'])).toThrow('[-E a] must be of the form -E key=value');
  expect(() => commandLineSettings(['a=1', 'a=2'])).toThrow('setting [a] is given twice');
});

test('placeholders', () => {
  const settings = new Map([['a', '${HOST}:${PORT:9200}${EMPTY:}']]);
  expect(replacePlaceholders(settings, { HOST: 'h' }).get('a')).toBe('h:9200');
  expect(() => replacePlaceholders(settings, {})).toThrow(
    'setting [a] needs the environment variable of [${HOST}], which is not set',
  );
});

describe('sources in order', () => {
  let directory = '';
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'skein-config-'));
  });
  afterEach(() => rmSync(directory, { recursive: true }));

  const load = (environment: Record<string, string>, commandLine: readonly string[]) =>
    loadSettings({
      configDirectory: directory,
      fileNames: ['skein.yml', 'elasticsearch.yml'],
      environment,
      commandLine,
    });

  test('file < environment < -E, lists replaced whole', async () => {
    writeFileSync(
      join(directory, 'elasticsearch.yml'),
      'cluster.name: file\nnode.name: ${WHO:nobody}\nhttp.port: 1\nnode.roles: [master, data]\n',
    );
    const settings = await load({ SKEIN_HTTP_PORT: '2', SKEIN_CLUSTER_NAME: 'env' }, [
      'http.port=3',
      'node.roles=data',
    ]);
    expect(Object.fromEntries(settings)).toEqual({
      'cluster.name': 'env',
      'node.name': 'nobody',
      'http.port': '3',
      'node.roles': 'data',
    });
  });

  test('a folder that was named must hold a file', async () => {
    await expect(load({}, [])).rejects.toThrow('expected one of [skein.yml, elasticsearch.yml]');
  });
});
