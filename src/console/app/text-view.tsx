import { useRef, useState } from "./library.js";
import { completionAt, type Completion } from "./completion.js";
import { Coloured } from "./coloured.js";
import { Button, useTyped, instead } from "./control.js";
import { saidOf, texts } from "./texts.js";
import { useWork } from "./work.js";

/** The text of the mapping with line numbers. What is typed goes to the server after a short rest. */
export function TextView() {
  const { view, columns, send } = useWork();
  const { text, isTyped, type, say } = useTyped(
    view.text,
    (next) => void send({ do: "text", text: next }),
    400,
  );
  const area = useRef<HTMLTextAreaElement>(null);
  const gutter = useRef<HTMLDivElement>(null);
  const colours = useRef<HTMLPreElement>(null);
  const [offered, setOffered] = useState<Completion>();
  const [choice, setChoice] = useState(0);
  const lines = text.split("\n");

  function offer(isAsked: boolean): void {
    const { selectionStart, selectionEnd, value } = area.current ?? { value: "" };
    const isOne = selectionStart !== undefined && selectionStart === selectionEnd;
    setOffered(isOne ? completionAt(value, selectionStart, view.words, columns, isAsked) : undefined);
    setChoice(0);
  }

  function complete(option: string): void {
    const { current: at } = area;
    if (at === null || offered === undefined) return;
    at.setRangeText(option, offered.from, at.selectionStart, "end");
    setOffered(undefined);
    at.focus();
    type(at.value);
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

  function goToLine(line: number): void {
    const at = lines.slice(0, line - 1).reduce((length, { length: more }) => length + more + 1, 0);
    area.current?.focus();
    area.current?.setSelectionRange(at, at);
  }

  // Of several on a line the first is said there; all stand below.
  const wrong = new Map(view.diagnostics.toReversed().map((diagnostic) => [diagnostic.line, diagnostic]));
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
              <Coloured key={i} line={line} wrong={isTyped ? undefined : wrong.get(i + 1)} />
            ))}
          </pre>
          <textarea
            ref={area}
            aria-label={texts.text.label}
            aria-invalid={view.diagnostics.length > 0}
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
              type(event.currentTarget.value);
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
                onPointerDown={instead(() => complete(option))}
              >
                {option}
              </li>
            ))}
          </ul>
        </div>
      </div>
      <div aria-live="polite">
        {view.diagnostics.length === 0 ? (
          <p class="muted">{texts.text.none}</p>
        ) : (
          <ul class="issues" aria-label={texts.text.diagnostics}>
            {view.diagnostics.map((diagnostic, i) => (
              <li key={i}>
                <Button label={texts.text.line(diagnostic.line)} onPress={() => goToLine(diagnostic.line)} />
                <span>{saidOf(diagnostic)}</span>
              </li>
            ))}
          </ul>
        )}
      </div>
    </div>
  );
}
