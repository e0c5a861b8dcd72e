/**
 * Programs for the differential run: forms of statements and expressions, and a call of every
 * method of the allow-list.
 */
import { COLLECTIONS } from './painless_grammar/collections.ts';
import { EDGES } from './painless_grammar/edges.ts';
import type { Form } from './painless_grammar/form.ts';
import { FUNCTIONS } from './painless_grammar/functions.ts';
import { methodForms } from './painless_grammar/method_forms.ts';
import { OPERATORS } from './painless_grammar/operators.ts';
import { SHAPES } from './painless_grammar/shapes.ts';
import { STATEMENTS } from './painless_grammar/statements.ts';
import { template } from './painless_grammar/template.ts';
import { VALUES } from './painless_grammar/values.ts';

export type { Form } from './painless_grammar/form.ts';
export { Generator } from './painless_grammar/generator.ts';

const topics = [OPERATORS, STATEMENTS, COLLECTIONS, VALUES, FUNCTIONS, SHAPES, EDGES];
const written = topics.flatMap((topic) => topic.split('\n').filter((line) => line !== ''));

export const FORMS: readonly Form[] = [...written.map(template), ...methodForms()];
