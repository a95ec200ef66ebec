import {
  autocompletion,
  acceptCompletion,
  completionKeymap,
  type CompletionResult,
} from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { yaml } from "@codemirror/lang-yaml";
import { HighlightStyle, syntaxHighlighting } from "@codemirror/language";
import { Annotation, EditorState, StateEffect, StateField, type Range } from "@codemirror/state";
import { Decoration, EditorView, hoverTooltip, keymap, lineNumbers } from "@codemirror/view";
import type { DecorationSet } from "@codemirror/view";
import { tags } from "@lezer/highlight";
import { explanationAt, suggestionsAt, type Schema } from "./completion.js";

/** The mapping editor, based on CodeMirror. No other file in the app imports CodeMirror. */

export interface Problem {
  /** 1-based. */
  readonly line: number;
  readonly text: string;
}

export interface Editor {
  /** Replaces the contents after a change made outside the editor. */
  setText(text: string): void;
  setProblems(problems: readonly Problem[]): void;
  goToLine(line: number): void;
  close(): void;
}

interface Options {
  readonly label: string;
  readonly text: string;
  readonly words: () => { readonly schema: Schema; readonly columns: readonly string[] };
  readonly onType: (text: string) => void;
  readonly onLeave: (text: string) => void;
}

const fromOutside = Annotation.define<true>();

export function openEditor(place: HTMLElement, { label, text, words, onType, onLeave }: Options): Editor {
  // The editor is placed in a shadow root, where CodeMirror uses adopted style sheets. In the document itself,
  // CodeMirror would add a style element, which the content security policy forbids.
  const root = place.shadowRoot ?? place.attachShadow({ mode: "open" });
  const view = new EditorView({
    parent: root,
    root,
    state: EditorState.create({
      doc: text,
      extensions: [
        lineNumbers(),
        history(),
        yaml(),
        syntaxHighlighting(colors),
        problems,
        look,
        EditorView.lineWrapping,
        autocompletion({ override: [suggest], icons: false }),
        hoverTooltip(({ state }, at) => {
          const explanation = explanationAt(words().schema, state.doc.toString(), at);
          return explanation === undefined ? null : { pos: at, create: () => ({ dom: inDiv(explanation) }) };
        }),
        keymap.of([
          { key: "Tab", run: acceptCompletion },
          ...completionKeymap,
          ...historyKeymap,
          ...defaultKeymap,
        ]),
        EditorView.contentAttributes.of({ "aria-label": label, tabindex: "0" }),
        EditorView.updateListener.of(({ docChanged, transactions, state }) => {
          if (docChanged && transactions.every((each) => each.annotation(fromOutside) === undefined)) {
            onType(state.doc.toString());
          }
        }),
        EditorView.domEventHandlers({
          blur: (_, { state }) => onLeave(state.doc.toString()),
        }),
      ],
    }),
  });

  function suggest({
    state,
    pos,
    explicit,
  }: {
    state: EditorState;
    pos: number;
    explicit: boolean;
  }): CompletionResult | null {
    const { schema, columns } = words();
    const { from, suggestions } = suggestionsAt(schema, state.doc.toString(), pos, columns);
    if (suggestions.length === 0 || (from === pos && !explicit)) return null;
    return {
      from,
      options: suggestions.map(({ label: name, text: apply, explanation }) => ({
        label: name,
        apply,
        ...(explanation !== undefined && { info: () => inDiv(explanation) }),
      })),
    };
  }

  return {
    setText(next) {
      const changes = difference(view.state.doc.toString(), next);
      if (changes !== undefined) view.dispatch({ changes, annotations: fromOutside.of(true) });
    },
    setProblems: (found) => view.dispatch({ effects: setProblems.of(found) }),
    goToLine(line) {
      const { from } = view.state.doc.line(Math.min(Math.max(line, 1), view.state.doc.lines));
      view.dispatch({ selection: { anchor: from }, scrollIntoView: true });
      view.focus();
    },
    close: () => view.destroy(),
  };
}

/** Returns only the changed part, so that the cursor keeps its position. Undefined if nothing changed. */
function difference(before: string, after: string) {
  if (before === after) return undefined;
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start++;
  let end = 0;
  while (end < shorter - start && before.at(-1 - end) === after.at(-1 - end)) end++;
  return { from: start, to: before.length - end, insert: after.slice(start, after.length - end) };
}

const setProblems = StateEffect.define<readonly Problem[]>();

/**
 * Marks lines that have problems and shows the first problem at the end of the line. The page lists all problems below
 * the editor.
 */
const problems = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(marks, { effects, changes, state }) {
    const set = effects.find((effect) => effect.is(setProblems));
    if (set === undefined) return marks.map(changes);
    const byLine = new Map(set.value.toReversed().map((each) => [each.line, each]));
    const ranges: Range<Decoration>[] = [];
    for (const { line, text } of byLine.values()) {
      if (line < 1 || line > state.doc.lines) continue;
      const mark = Decoration.line({ class: "wrong", attributes: { "data-problem": text } });
      ranges.push(mark.range(state.doc.line(line).from));
    }
    return Decoration.set(ranges, true);
  },
  provide: (field) => EditorView.decorations.from(field),
});

function inDiv(text: string): HTMLElement {
  const dom = document.createElement("div");
  dom.className = "explanation";
  dom.textContent = text;
  return dom;
}

const colors = HighlightStyle.define([
  { tag: [tags.propertyName, tags.definition(tags.propertyName)], color: "var(--link)" },
  { tag: [tags.number, tags.bool, tags.null], color: "light-dark(#7b2596, #dba6f0)" },
  { tag: tags.comment, color: "var(--muted)" },
  { tag: tags.string, color: "var(--ink)" },
]);

/** The page's styles do not apply in the shadow root, but its variables do. */
const look = EditorView.theme({
  "&": { maxHeight: "70vh", backgroundColor: "var(--card)", color: "var(--text)" },
  "&.cm-focused": { outline: "2px solid var(--accent)", outlineOffset: "-2px" },
  ".cm-scroller": { font: "0.8125rem/1.5 var(--code)", minHeight: "18em", overflow: "auto" },
  ".cm-content": { caretColor: "var(--text)" },
  ".cm-gutters": { backgroundColor: "var(--sunk)", color: "var(--muted)", border: "0" },
  ".wrong": { textDecoration: "underline wavy var(--bad)" },
  // Screen readers read the list below the editor instead.
  ".wrong::after": {
    content: '"◂ " attr(data-problem) / ""',
    display: "inline-block",
    marginLeft: "1ch",
    color: "var(--bad)",
  },
  ".cm-tooltip": {
    border: "1px solid var(--edge)",
    borderRadius: "6px",
    backgroundColor: "var(--card)",
    color: "var(--text)",
    boxShadow: "0 4px 16px var(--shadow)",
  },
  ".cm-tooltip-autocomplete > ul": { font: "0.8125rem/1.5 var(--code)" },
  ".cm-tooltip-autocomplete > ul > li": { padding: "2px 8px" },
  ".cm-tooltip-autocomplete > ul > li[aria-selected]": {
    backgroundColor: "var(--accent)",
    color: "var(--on-accent)",
  },
  ".explanation": {
    font: "13px/1.45 var(--font)",
    maxWidth: "24rem",
    padding: "4px 8px",
    whiteSpace: "normal",
  },
});
