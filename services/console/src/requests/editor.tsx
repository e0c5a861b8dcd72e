/**
 * CodeMirror in a shadow root. There its style sheets are constructed and adopted; in the document
 * they would be inline styles, which the console's content security policy forbids.
 */
import {
  autocompletion,
  type CompletionSource,
  closeCompletion,
  completionKeymap,
} from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands';
import { json } from '@codemirror/lang-json';
import { bracketMatching, codeFolding, foldGutter, foldKeymap } from '@codemirror/language';
import { highlightSelectionMatches, searchKeymap } from '@codemirror/search';
import { EditorState, type Extension } from '@codemirror/state';
import { EditorView, keymap, lineNumbers } from '@codemirror/view';
import { useEffect, useRef } from 'preact/hooks';
import { bracketFolding, requestColours, requestLanguage } from './request_language.js';

interface EditorProps {
  readonly label: string;
  /** The text. With `edit` it is the initial text only; a different one needs a new editor. */
  readonly text: string;
  /** Absent for a read-only editor of JSON. */
  readonly edit?: {
    readonly changed: (text: string) => void;
    /** Runs on Ctrl+Enter, with the whole text and the caret's position. */
    readonly run: (text: string, caret: number) => void;
    readonly moved: (caret: number) => void;
    /** The replacement for a pasted text; undefined to paste it unchanged. */
    readonly pasted: (text: string) => string | undefined;
    readonly complete: CompletionSource;
  };
}

const LOOK = EditorView.theme({
  '&': { height: '100%', color: 'var(--ink)', backgroundColor: 'var(--paper)' },
  '.cm-scroller': { fontFamily: 'var(--code)', fontSize: '0.8125rem', lineHeight: '1.5' },
  '.cm-content': { caretColor: 'var(--ink)' },
  '.cm-cursor': { borderLeftColor: 'var(--ink)' },
  // The element around the editor shows the focus, line numbers included.
  '&.cm-focused': { outline: 'none' },
  '.cm-gutters': { backgroundColor: 'var(--paper)', color: 'var(--muted)', border: 'none' },
  '.cm-foldPlaceholder': { backgroundColor: 'var(--raised)', color: 'var(--muted)' },
  '&.cm-focused .cm-selectionBackground, .cm-selectionBackground': {
    backgroundColor: 'var(--tint)',
  },
  '.cm-tooltip': { backgroundColor: 'var(--paper)', border: '1px solid var(--edge)' },
  '.cm-tooltip-autocomplete ul li[aria-selected]': {
    backgroundColor: 'var(--tint)',
    color: 'var(--ink)',
  },
  '.cm-panels': { backgroundColor: 'var(--raised)', color: 'var(--ink)' },
  '.cm-textfield': { backgroundColor: 'var(--paper)', color: 'var(--ink)' },
  '.cm-button': { backgroundImage: 'none', backgroundColor: 'var(--paper)', color: 'var(--ink)' },
});

export function Editor({ label, text, edit }: EditorProps) {
  const place = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView | undefined>(undefined);
  const latest = useRef(edit);
  latest.current = edit;
  useEffect(() => {
    const element = place.current;
    if (element === null) return;
    const root = element.shadowRoot ?? element.attachShadow({ mode: 'open' });
    const kind = latest.current === undefined ? readExtensions() : editExtensions(latest);
    const made = new EditorView({
      root,
      parent: root,
      state: EditorState.create({ doc: text, extensions: [commonExtensions(label), kind] }),
    });
    view.current = made;
    return () => made.destroy();
  }, [label]);
  useEffect(() => {
    const made = view.current;
    // An editor that is written in is ahead of `text`: setting it would undo what was typed since.
    if (made === undefined || latest.current !== undefined) return;
    made.dispatch({ changes: { from: 0, to: made.state.doc.length, insert: text } });
  }, [text]);
  return <div ref={place} class="editor" />;
}

function commonExtensions(label: string): Extension {
  return [
    lineNumbers(),
    codeFolding(),
    foldGutter(),
    bracketMatching(),
    highlightSelectionMatches(),
    EditorView.lineWrapping,
    EditorView.contentAttributes.of({ 'aria-label': label, tabindex: '0' }),
    LOOK,
    requestColours,
  ];
}

function readExtensions(): Extension {
  return [
    json(),
    EditorState.readOnly.of(true),
    keymap.of([...searchKeymap, ...foldKeymap, ...defaultKeymap]),
  ];
}

type Edit = NonNullable<EditorProps['edit']>;

function editExtensions(latest: { readonly current: Edit | undefined }): Extension {
  const run = (view: EditorView) => {
    const { state } = view;
    // The list of completions is closed when a request is run, because it would cover the answer.
    closeCompletion(view);
    latest.current?.run(state.doc.toString(), state.selection.main.head);
    return true;
  };
  return [
    requestLanguage,
    bracketFolding,
    history(),
    autocompletion({ override: [(context) => latest.current?.complete(context) ?? null] }),
    keymap.of([
      { key: 'Mod-Enter', run },
      ...completionKeymap,
      ...searchKeymap,
      ...historyKeymap,
      ...foldKeymap,
      ...defaultKeymap,
      indentWithTab,
    ]),
    EditorView.updateListener.of(({ docChanged, selectionSet, state }) => {
      if (docChanged) latest.current?.changed(state.doc.toString());
      if (docChanged || selectionSet) latest.current?.moved(state.selection.main.head);
    }),
    EditorView.clipboardInputFilter.of((text) => latest.current?.pasted(text) ?? text),
  ];
}
