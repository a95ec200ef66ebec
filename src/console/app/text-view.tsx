import { useEffect, useLayoutEffect, useRef, useState } from "./library.js";
import type { Schema } from "./completion.js";
import type { Editor } from "./editor.js";
import { Button, useTyped } from "./control.js";
import { server } from "./server.js";
import { diagnosticText, texts } from "./texts.js";
import { useWork } from "./work.js";

/** Changes are sent to the server after a short pause. */
export function TextView() {
  const { view, columns, send, fail } = useWork();
  const { text, isTyped, type, report } = useTyped(
    view.text,
    (next) => void send({ do: "text", text: next }),
    400,
  );
  const place = useRef<HTMLDivElement>(null);
  const [editor, setEditor] = useState<Editor>();
  const [schema, setSchema] = useState<Schema>({});
  // The editor must call the functions from the latest render.
  const now = useRef({ text, schema, columns, type, report });
  now.current = { text, schema, columns, type, report };

  useEffect(() => {
    server.schema(view.id).then(setSchema, fail);
  }, [view.id, view.record]);

  useEffect(() => {
    let isHere = true;
    let opened: Editor | undefined;
    // The editor is larger than the rest of the app, so it is loaded on demand.
    void import("./editor.js").then(({ openEditor }) => {
      if (!isHere || place.current === null) return;
      opened = openEditor(place.current, {
        label: texts.text.label,
        text: now.current.text,
        words: () => now.current,
        onType: (next) => now.current.type(next),
        onLeave: (next) => now.current.report(next),
      });
      setEditor(opened);
    }, fail);
    return () => {
      isHere = false;
      opened?.close();
    };
  }, []);

  useLayoutEffect(() => editor?.setText(text), [editor, text]);
  useLayoutEffect(() => {
    // While a person is typing, the problems are hidden because they refer to an older version of the text.
    editor?.setProblems(
      isTyped ? [] : view.diagnostics.map((each) => ({ line: each.line, text: diagnosticText(each) })),
    );
  }, [editor, isTyped, view.diagnostics]);

  return (
    <div>
      <div class="editor" ref={place} aria-busy={editor === undefined} />
      <div aria-live="polite">
        {view.diagnostics.length === 0 ? (
          <p class="muted">{texts.text.none}</p>
        ) : (
          <ul class="issues" aria-label={texts.text.diagnostics}>
            {view.diagnostics.map((diagnostic, i) => (
              <li key={i}>
                <Button
                  label={texts.text.line(diagnostic.line)}
                  onPress={() => editor?.goToLine(diagnostic.line)}
                />
                <span>{diagnosticText(diagnostic)}</span>
              </li>
            ))}
          </ul>
        )}
      </div>
    </div>
  );
}
