import { useEffect, useRef, useState } from "./library.js";
import type { View } from "../messages.js";
import type { Send } from "./send.js";
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
  const text = typed ?? view.text;

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

  const wrong = new Set(view.mistakes.map((mistake) => mistake.line));
  return (
    <div>
      <div class="editor">
        <div class="gutter" ref={gutter} aria-hidden="true">
          {text.split("\n").map((_, i) => (
            <div key={i} class={wrong.has(i + 1) ? "error" : ""}>
              {i + 1}
            </div>
          ))}
        </div>
        <textarea
          ref={area}
          aria-label={texts.text.label}
          aria-invalid={view.mistakes.length > 0}
          spellcheck={false}
          wrap="off"
          rows={Math.min(40, Math.max(12, text.split("\n").length + 1))}
          value={text}
          onScroll={(event) => {
            if (gutter.current !== null) gutter.current.scrollTop = event.currentTarget.scrollTop;
          }}
          onInput={(event) => {
            const next = event.currentTarget.value;
            setTyped(next);
            clearTimeout(timer.current);
            timer.current = setTimeout(() => say(next), 400);
          }}
          onBlur={(event) => say(event.currentTarget.value)}
        />
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
