/**
 * Removes from answers and logs what would let a reader act as another user: values of secret
 * settings, tokens, passwords in addresses.
 */
import { isJsonObject, type JsonObject, type JsonValue } from '@skein/content';
import { isSecretSetting } from '@skein/settings';

export const REMOVED = '(removed)';

/**
 * Matches the last part of the name of a setting or field; `number_of_tokens` and `tokenizer` do
 * not match.
 */
const SECRET_NAME =
  /^(?:.*[_-])?(?:password|passphrase|secret|token|credentials?|api_?key|access_?key|secret_?key|private_?key|authorization)$/i;
const WORDS: readonly (readonly [pattern: RegExp, instead: string])[] = [
  // An HTTP Authorization header of any scheme.
  [/\b(Bearer|Basic|DPoP|ApiKey)\s+[\w.~+/=-]{6,}/gi, `$1 ${REMOVED}`],
  // A JSON Web Token: its first part is `{"` in base64.
  [/\beyJ[\w-]+\.[\w-]+(?:\.[\w-]*)*/g, REMOVED],
  // User information in a URI (RFC 3986 §3.2.1).
  [/([a-z][a-z0-9+.-]*:\/\/)[^\s/@:]+:[^\s/@]+@/gi, `$1${REMOVED}@`],
  [/-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?-----END [A-Z ]*PRIVATE KEY-----/g, REMOVED],
  [
    /\b((?:\w+_)?(?:password|passphrase|secret|token|api_key)["']?\s*[=:]\s*["']?)[^\s"',}&]+/gi,
    `$1${REMOVED}`,
  ],
];

export function textWithoutSecrets(text: string): string {
  return WORDS.reduce((left, [pattern, instead]) => left.replace(pattern, instead), text);
}

export function withoutSecrets(value: JsonValue | undefined): JsonValue {
  if (typeof value === 'string') return textWithoutSecrets(value);
  if (Array.isArray(value)) return value.map(withoutSecrets);
  if (!isJsonObject(value)) return value ?? null;
  return objectWithoutSecrets(value, '');
}

/** `path` is the path of the object, by which nested settings are recognised. */
function objectWithoutSecrets(object: JsonObject, path: string): JsonObject {
  return Object.fromEntries(
    Object.entries(object).map(([name, value]): [string, JsonValue] => {
      const key = path === '' ? name : `${path}.${name}`;
      const last = name.slice(name.lastIndexOf('.') + 1);
      if (SECRET_NAME.test(last) || isSecret(key)) return [name, REMOVED];
      return [name, isJsonObject(value) ? objectWithoutSecrets(value, key) : withoutSecrets(value)];
    }),
  );
}

/**
 * True when any end of the path is a secret setting: in an answer, settings stand below other keys.
 */
function isSecret(path: string): boolean {
  const parts = path.split('.');
  return parts.some((_, at) => isSecretSetting(parts.slice(at).join('.')));
}
