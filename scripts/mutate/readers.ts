/**
 * Finds the functions that read what a file declares outside of them: a test that runs none of
 * these cannot tell that the value has changed.
 */
import { isNode, NOWHERE, type Node, type Place, syntaxOf, visit } from './syntax.ts';

interface Declaration extends Place {
  readonly name: string;
}

interface Reference {
  readonly at: number;
  /** Where the body of the function around it starts; `undefined` outside functions. */
  readonly body: number | undefined;
}

/**
 * Returns, for code outside functions at an offset in bytes, where the bodies of the functions
 * start that read its value; `undefined` if the value leaves the file in another way.
 */
export function readersOf(text: string): (at: number) => readonly number[] | undefined {
  const { module, at } = syntaxOf(text);
  const items = module.body.filter(isNode);
  const declarations = items.flatMap(declared).map(({ name, node }) => ({ name, ...at(node) }));
  const references = new Map<string, Reference[]>(declarations.map(({ name }) => [name, []]));
  visit(module, NOWHERE, (node, { body }) => {
    if (node.type !== 'Identifier') return;
    const found = references.get(String(node.value));
    found?.push({ at: at(node).start, body: body && at(body).start });
  });
  const declarationAt = (place: number): Declaration | undefined =>
    declarations.find(({ start, end }) => start <= place && place < end);

  return (place) => {
    const bodies = new Set<number>();
    const seen = new Set([declarationAt(place)]);
    for (const declaration of seen) {
      if (declaration === undefined) return undefined;
      for (const reference of references.get(declaration.name) ?? []) {
        if (reference.body === undefined) seen.add(declarationAt(reference.at));
        else bodies.add(reference.body);
      }
    }
    return [...bodies];
  };
}

/** The names that a statement declares for the file alone. */
function declared(item: Node): readonly { readonly name: string; readonly node: Node }[] {
  const { declarations } = item;
  const nodes = Array.isArray(declarations) ? declarations.filter(isNode) : [item];
  return nodes.flatMap((node) => {
    const named = node.id ?? node.identifier;
    return isNode(named) && named.type === 'Identifier'
      ? [{ name: String(named.value), node }]
      : [];
  });
}
