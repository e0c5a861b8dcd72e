/**
 * The used part of the package's types: its published types depend on those of Node, which this
 * package does without.
 */
declare module 'sax' {
  interface SaxTag {
    readonly name: string;
    readonly attributes: Readonly<Record<string, string>>;
  }
  interface SaxParser {
    onerror: (error: Error) => void;
    onopentag: (tag: SaxTag) => void;
    ontext: (text: string) => void;
    oncdata: (text: string) => void;
    onclosetag: (name: string) => void;
    write(xml: string): SaxParser;
    close(): SaxParser;
  }
  export function parser(strict: boolean): SaxParser;
}
