/** java.lang.Character's blocks and scripts. */
import type { ClassTable } from '../class_table.js';
import { characterAt } from '../text/code_points.js';
import { BLOCK_NAMES, blockOf, isShownScript, SCRIPT_NAMES, scriptOf } from '../text/unicode.js';
import { EnumConstant } from '../values/enum_constant.js';
import { illegalArgument } from '../values/throwable.js';
import { JavaObject } from '../values/value.js';
import { enumTable } from './enums.js';

const BLOCK = 'java.lang.Character$UnicodeBlock';
const SCRIPT = 'java.lang.Character$UnicodeScript';

class UnicodeBlock extends JavaObject {
  readonly className: string = BLOCK;
  readonly name: string;

  constructor(name: string) {
    super();
    this.name = name;
  }

  override text(): string {
    return this.name;
  }
}

const blocks = new Map([...BLOCK_NAMES.keys()].map((name) => [name, new UnicodeBlock(name)]));
const scripts = SCRIPT_NAMES.map((name, i) => new EnumConstant(SCRIPT, name, i));

/** Makes `Basic Latin`, `BasicLatin` and `BASIC_LATIN` equal. */
const folded = (name: string): string => name.toUpperCase().replace(/[ _-]/g, '');

function blockNamed(name: string): UnicodeBlock {
  for (const [known, block] of blocks) if (folded(known) === folded(name)) return block;
  throw illegalArgument(`Not a valid block name: ${name}`);
}

function scriptNamed(name: string): EnumConstant {
  const found = scripts.find((one) => one.name === name.toUpperCase());
  if (found !== undefined) return found;
  throw illegalArgument(`No enum constant ${SCRIPT.replace('$', '.')}.${name.toUpperCase()}`);
}

export const characterSets: readonly ClassTable[] = [
  { name: 'java.lang.Character$Subset', methods: {} },
  {
    name: BLOCK,
    supers: ['java.lang.Character$Subset'],
    constants: Object.fromEntries(
      [...blocks]
        .filter(([name]) => BLOCK_NAMES.get(name))
        .map(([name, block]) => [`Character.UnicodeBlock ${name}`, block]),
    ),
    statics: {
      'Character.UnicodeBlock forName(String)': blockNamed,
      'Character.UnicodeBlock of(int)': (code: number) => {
        characterAt(code);
        return blocks.get(blockOf(code) ?? '') ?? null;
      },
    },
  },
  enumTable(SCRIPT, scripts, {
    isShown: ({ name }) => isShownScript(name),
    statics: {
      'Character.UnicodeScript forName(String)': scriptNamed,
      'Character.UnicodeScript of(int)': (code: number) => {
        characterAt(code);
        return scripts.find((one) => one.name === scriptOf(code)) ?? null;
      },
    },
  }),
];
