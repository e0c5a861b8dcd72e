import { Meter } from '../widgets/meter.js';
import { focusable } from '../widgets/scrolled.js';
import type { Drawing, DrawnTree, TreeRow } from './drawn_answer.js';

export function DrawnAnswer({
  drawing,
  label,
}: {
  readonly drawing: Drawing;
  readonly label: string;
}) {
  return (
    <section ref={focusable} class="drawing" aria-label={label}>
      {drawing.kind === 'tokens' ? (
        <ol class="tokens">
          {drawing.tokens.map(({ text, type, position }, i) => (
            <li key={i}>
              <code>{text}</code>
              <span class="small muted">{`${position} ${type}`}</span>
            </li>
          ))}
        </ol>
      ) : (
        drawing.trees.map((tree) => <Tree key={tree.title} tree={tree} />)
      )}
    </section>
  );
}

function Tree({ tree: { title, rows } }: { readonly tree: DrawnTree }) {
  return (
    <>
      <h2>{title}</h2>
      <table class="tree">
        <tbody>
          {rows.map((row, i) => (
            <Row key={i} row={row} />
          ))}
        </tbody>
      </table>
    </>
  );
}

function Row({ row: { depth, label, detail, value, percent } }: { readonly row: TreeRow }) {
  return (
    <tr>
      <th scope="row" style={{ paddingInlineStart: `${depth * 1.25}rem` }}>
        {label} <code>{detail}</code>
      </th>
      <td class="number">
        {percent === undefined ? (
          value
        ) : (
          <Meter percent={percent} high={101} text={value} label={label} />
        )}
      </td>
    </tr>
  );
}
