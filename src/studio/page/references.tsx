import { useState } from "./library.js";
import type { ReferenceView, StudioError, View } from "../messages.js";
import type { Send } from "./send.js";
import { server, troubleOf } from "./server.js";
import { texts } from "./texts.js";

interface Props {
  readonly view: View;
  readonly send: Send;
  readonly onOpen: (view: View) => void;
  readonly onTrouble: (trouble: StudioError) => void;
}

/** The second file: the list that these records refer to, and the way between the two. */
export function References({ view, send, onOpen, onTrouble }: Props) {
  const go = (id: string) =>
    void server.view(id).then(onOpen, (error: unknown) => onTrouble(troubleOf(error)));
  return (
    <>
      {view.usedBy.map(({ id, name }) => (
        <p key={id} class="remark note row spread">
          {texts.second.usedBy(name)}
          <button type="button" onClick={() => go(id)}>
            {texts.second.back(name)}
          </button>
        </p>
      ))}
      {view.references.map((reference) => (
        <Reference key={reference.target} reference={reference} send={send} go={go} onTrouble={onTrouble} />
      ))}
    </>
  );
}

interface ReferenceProps extends Pick<Props, "send" | "onTrouble"> {
  readonly reference: ReferenceView;
  readonly go: (id: string) => void;
}

function Reference({ reference, send, go, onTrouble }: ReferenceProps) {
  const { target, sample, records, isUnchecked, waitsFor, blocked, choices } = reference;
  const [busy, setBusy] = useState(false);
  const what = (texts.head.records[target] ?? target).toLowerCase();
  const refer = (id: string) => send({ do: "refer", target, sample: id });

  async function take(file: File | undefined): Promise<void> {
    if (file === undefined) return;
    setBusy(true);
    try {
      const opened = await server.drop(file);
      const given =
        opened.record === target
          ? opened
          : await server.command(opened.id, opened.revision, { do: "record", record: target });
      await refer(given.id);
    } catch (error) {
      onTrouble(troubleOf(error));
    } finally {
      setBusy(false);
    }
  }

  return (
    <section class="remark note" aria-label={texts.second.title(what)}>
      <p role="status">
        <strong>{texts.second.title(what)}</strong>{" "}
        {busy
          ? texts.second.reading
          : isUnchecked
            ? texts.second.unchecked
            : blocked !== undefined && sample !== undefined
              ? texts.second.blocked(sample.name, blocked)
              : records === undefined
                ? texts.second.none(what)
                : texts.second.checked(records, sample?.name)}{" "}
        {waitsFor !== undefined && texts.second.waits(waitsFor)}
      </p>
      <div class="row">
        {sample !== undefined && (
          <>
            <button type="button" onClick={() => go(sample.id)}>
              {texts.second.look(sample.name)}
            </button>
            <button type="button" onClick={() => void refer("")}>
              {texts.second.drop(sample.name)}
            </button>
          </>
        )}
        {choices.map(({ id, name }) => (
          <button type="button" key={id} onClick={() => void refer(id)}>
            {texts.second.take(name)}
          </button>
        ))}
        {sample === undefined && (
          <label class="button">
            {texts.second.choose(what)}
            <input
              type="file"
              class="hidden"
              onChange={(event) => {
                void take(event.currentTarget.files?.[0]);
                event.currentTarget.value = "";
              }}
            />
          </label>
        )}
      </div>
    </section>
  );
}
