/**
 * Compiles typical scripts in advance, so that for the first real one the compiler's code and the
 * common classes are ready. Takes about ten milliseconds, in a thread that is still idle.
 */
import { scriptContext } from './contexts/registry.js';
import { compilePainless } from './languages/painless/painless.js';

/** Typical scripts by context: each exercises other parts of the compiler. */
const TYPICAL: readonly (readonly [context: string, source: string])[] = [
  ['update', 'ctx._source.counter += params.count'],
  [
    'update',
    "if (ctx._source.tags.contains(params.tag)) { ctx.op = 'delete' } else { ctx.op = 'none' }",
  ],
  ['ingest', "for (def tag : ctx.tags) { if (tag == 'x') { ctx['seen'] = tag.toLowerCase() } }"],
  ['score', "doc['price'].value * Math.log(2 + doc['n'].value) + _score"],
  ['filter', "doc['n'].size() > 0 && doc['n'].value > params.x"],
  [
    'field',
    "int sum = 0; for (int i = 0; i < 3; i++) { sum += i * 2 } return sum + ' of ' + params.x",
  ],
  [
    'painless_test',
    'List l = [3, 1]; l.sort((a, b) -> a - b); return l.stream().map(x -> x + 1).collect(Collectors.toList())',
  ],
];

export function warmUpScripts(): void {
  for (const [context, source] of TYPICAL) compilePainless(source, scriptContext(context));
}
