/** `uri_parts`: splits a URI into its parts (RFC 3986, appendix B). */
import type { Value } from '@skein/java';
import { illegalArgument } from '../faults.js';
import type { ProcessorType } from '../processor_type.js';
import { newMap } from '../values.js';

export const uri_parts: ProcessorType = {
  name: 'uri_parts',
  create: (config) => {
    const field = config.string('field');
    const targetField = config.string('target_field', 'url');
    const removeIfSuccessful = config.boolean('remove_if_successful', false);
    const keepOriginal = config.boolean('keep_original', true);
    const ignoreMissing = config.boolean('ignore_missing', false);
    return {
      run: (document) => {
        const text = document.textToProcess(field, ignoreMissing);
        if (text === undefined) return;
        const parts = partsOf(text);
        if (keepOriginal) parts.push(['original', text]);
        if (removeIfSuccessful && targetField !== field) document.remove(field);
        document.set(targetField, newMap(parts));
      },
    };
  },
};

const URI = /^(?:([a-zA-Z][a-zA-Z0-9+.-]*):)?(?:\/\/([^/?#]*))?([^?#]*)(?:\?([^#]*))?(?:#(.*))?$/s;
const AUTHORITY = /^(?:([^@]*)@)?(\[[^\]]*\]|[^:]*)(?::(\d{0,5}))?$/;

function partsOf(text: string): [string, Value][] {
  const [whole, scheme, authority, path = '', query, fragment] = URI.exec(text) ?? [];
  const [isAuthority, userInfo, domain, port = ''] = AUTHORITY.exec(authority ?? '') ?? [];
  if (whole === undefined || isAuthority === undefined || /\s/.test(authority ?? '')) {
    throw illegalArgument(`unable to parse URI [${text}]`);
  }
  const parts: [string, Value][] = [];
  const add = (name: string, value: Value | undefined): void => {
    if (value !== undefined && value !== '') parts.push([name, value]);
  };
  add('domain', domain);
  add('fragment', fragment);
  parts.push(['path', path]);
  add('extension', extensionOf(path));
  add('port', port === '' ? undefined : Number(port));
  add('query', query);
  add('scheme', scheme);
  add('user_info', userInfo);
  const colon = userInfo?.indexOf(':') ?? -1;
  if (userInfo !== undefined && colon >= 0) {
    parts.push(['username', userInfo.slice(0, colon)], ['password', userInfo.slice(colon + 1)]);
  }
  return parts;
}

function extensionOf(path: string): string | undefined {
  const name = path.slice(path.lastIndexOf('/') + 1);
  const dot = name.lastIndexOf('.');
  return dot < 0 ? undefined : name.slice(dot + 1);
}
