import { useEffect, useRef, useState } from "./library.js";
import type { View } from "../messages.js";
import type { Send } from "./send.js";
import { completionAt, type Completion } from "./completion.js";
import { Coloured } from "./coloured.js";
import { texts } from "./texts.js";

interface Props {
  readonly view: View;
  readonly send: Send;
}

/** The text of the mapping with line numbers. What is typed goes to the server after a short rest. */
export function TextView({ view, send }: Props) {
  const [typed, setTyped] = useState<string>();
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const area = useRef<HTMLTextAreaElement>(null);
  const gutter = useRef<HTMLDivElement>(null);
  const colours = useRef<HTMLPreElement>(null);
  const [offered, setOffered] = useState<Completion>();
  const [choice, setChoice] = useState(0);
  const text = typed ?? view.text;
  const lines = text.split("\n");

  function offer(isAsked: boolean): void {
    const { selectionStart, selectionEnd, value } = area.current ?? { value: "" };
    const isOne = selectionStart !== undefined && selectionStart === selectionEnd;
    setOffered(
      isOne ? completionAt(value, selectionStart, view.words, view.table.columns, isAsked) : undefined,
    );
    setChoice(0);
  }

  function take(next: string): void {
    setTyped(next);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => say(next), 400);
  }

  function complete(option: string): void {
    const { current: at } = area;
    if (at === null || offered === undefined) return;
    at.setRangeText(option, offered.from, at.selectionStart, "end");
    setOffered(undefined);
    at.focus();
    take(at.value);
  }

  /** While something is offered, the arrows choose, and Enter or Tab takes it. */
  function onKey(event: KeyboardEvent): void {
    if (event.key === " " && event.ctrlKey) {
      event.preventDefault();
      offer(true);
    }
    if (offered === undefined) return;
    const { options } = offered;
    const chosen = options[choice];
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      setChoice((choice + (event.key === "ArrowDown" ? 1 : options.length - 1)) % options.length);
    } else if ((event.key === "Enter" || event.key === "Tab") && chosen !== undefined) complete(chosen);
    else if (event.key === "Escape") setOffered(undefined);
    else return;
    event.preventDefault();
  }

  useEffect(() => {
    if (typed === view.text) setTyped(undefined);
  }, [view.text, typed]);

  function say(next: string): void {
    clearTimeout(timer.current);
    if (next !== view.text) void send({ do: "text", text: next });
  }

  function goTo(line: number): void {
    const at = text
      .split("\n")
      .slice(0, line - 1)
      .join("\n").length;
    area.current?.focus();
    area.current?.setSelectionRange(at + (line > 1 ? 1 : 0), at + (line > 1 ? 1 : 0));
  }

  // Of several on a line the first is said there; all stand below.
  const wrong = new Map(view.mistakes.toReversed().map((mistake) => [mistake.line, mistake]));
  const above = offered === undefined ? [] : text.slice(0, offered.from).split("\n");
  return (
    <div>
      <div class="editor">
        <div class="gutter" ref={gutter} aria-hidden="true">
          {lines.map((_, i) => (
            <div key={i} class={wrong.has(i + 1) ? "error" : ""}>
              {i + 1}
            </div>
          ))}
        </div>
        <div class="code">
          <pre class="colours" ref={colours} aria-hidden="true">
            {lines.map((line, i) => (
              <Coloured key={i} line={line} wrong={typed === undefined ? wrong.get(i + 1) : undefined} />
            ))}
          </pre>
          <textarea
            ref={area}
            aria-label={texts.text.label}
            aria-invalid={view.mistakes.length > 0}
            aria-autocomplete="list"
            aria-controls="offered"
            aria-activedescendant={offered === undefined ? undefined : `offered-${choice}`}
            spellcheck={false}
            wrap="off"
            rows={Math.min(40, Math.max(12, lines.length + 1))}
            value={text}
            onScroll={({ currentTarget: { scrollTop, scrollLeft } }) => {
              if (gutter.current !== null) gutter.current.scrollTop = scrollTop;
              colours.current?.scrollTo({ top: scrollTop, left: scrollLeft });
              setOffered(undefined);
            }}
            onKeyDown={onKey}
            onInput={(event) => {
              take(event.currentTarget.value);
              offer(false);
            }}
            onClick={() => setOffered(undefined)}
            onBlur={(event) => {
              setOffered(undefined);
              say(event.currentTarget.value);
            }}
          />
          <ul
            id="offered"
            role="listbox"
            aria-label={texts.text.offered}
            hidden={offered === undefined}
            style={{
              top: `calc(${above.length * 1.5}em + 0.4rem - ${area.current?.scrollTop ?? 0}px)`,
              left: `calc(${above.at(-1)?.length ?? 0}ch + 0.5rem - ${area.current?.scrollLeft ?? 0}px)`,
            }}
          >
            {offered?.options.map((option, i) => (
              <li
                key={option}
                id={`offered-${i}`}
                role="option"
                aria-selected={i === choice}
                // Not a click: the text would lose the cursor first.
                onPointerDown={(event) => {
                  event.preventDefault();
                  complete(option);
                }}
              >
                {option}
              </li>
            ))}
          </ul>
        </div>
      </div>
      <div aria-live="polite">
        {view.mistakes.length === 0 ? (
          <p class="muted">{texts.text.none}</p>
        ) : (
          <ul class="issues" aria-label={texts.text.mistakes}>
            {view.mistakes.map((mistake, i) => (
              <li key={i}>
                <button type="button" onClick={() => goTo(mistake.line)}>
                  {texts.text.line(mistake.line)}
                </button>
                <span>
                  {mistake.message}
                  {mistake.expected !== undefined && ` — ${texts.text.expected(mistake.expected)}`}
                  {mistake.nearest !== undefined && ` — ${texts.text.nearest(mistake.nearest)}`}
                </span>
              </li>
            ))}
          </ul>
        )}
      </div>
    </div>
  );
}
