import { encodeJson, type JsonObject, parseObject } from '@skein/content';
import { markScriptParams } from './exact_json.js';

function marked(text: string): JsonObject {
  const bytes = new TextEncoder().encode(text);
  return markScriptParams(bytes, parseObject(bytes, false));
}

test('whole doubles in the parameters of scripts are told from integers, wherever they stand', () => {
  const script = (params: string) => `{"source":"ppp","params":${params}}`;
  for (const around of [(s: string) => s, (s: string) => `{"p":"pp","a":[${s}],"q":"params"}`]) {
    const plain = marked(around(script('{"a":1,"b":[2]}')));
    const exact = marked(around(script('{"a":1.0,"b":[2]}')));
    expect(encodeJson(plain)).not.toEqual(encodeJson(exact));
  }
});

test('a body without parameters of scripts comes back as it is', () => {
  for (const text of [
    '{}',
    '{"p":1.0}',
    '{"xparams":{"a":1.0}}',
    '{"source":"x","params":1.0}',
    '{"a":"\\"params\\"","source":1.0}',
  ]) {
    const bytes = new TextEncoder().encode(text);
    const json = parseObject(bytes, false);
    expect(markScriptParams(bytes, json)).toBe(json);
  }
});
