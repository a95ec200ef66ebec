import { useState } from "./library.js";
import type { ReferenceView } from "../studio/messages.js";
import { Button, FileButton } from "./control.js";
import { server } from "./server.js";
import { texts } from "./texts.js";
import { useWork } from "./work.js";

/** Shows the lists to which these records refer, with buttons that open the other samples. */
export function References() {
  const { view, go } = useWork();
  return (
    <>
      {view.usedBy.map(({ id, name }) => (
        <p key={id} class="remark note row spread">
          {texts.second.usedBy(name)}
          <Button label={texts.second.back(name)} onPress={() => go(id)} />
        </p>
      ))}
      {view.references.map((reference) => (
        <Reference key={reference.target} reference={reference} />
      ))}
    </>
  );
}

function Reference({ reference }: { readonly reference: ReferenceView }) {
  const { send, go, fail } = useWork();
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
      fail(error);
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
            <Button label={texts.second.look(sample.name)} onPress={() => go(sample.id)} />
            <Button label={texts.second.drop(sample.name)} onPress={() => void refer("")} />
          </>
        )}
        {choices.map(({ id, name }) => (
          <Button label={texts.second.take(name)} key={id} onPress={() => void refer(id)} />
        ))}
        {sample === undefined && (
          <FileButton label={texts.second.choose(what)} onChoose={([file]) => void take(file)} />
        )}
      </div>
    </section>
  );
}
