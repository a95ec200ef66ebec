import { useState } from "./library.js";
import type { MappingVersion, Promoted } from "../studio/messages.js";
import { Button, TextInput, instead } from "./control.js";
import { NextQuestion } from "./form.js";
import { Card, ErrorRemark, useAsk } from "./parts.js";
import { server } from "./server.js";
import { dateTime } from "./shown.js";
import { intoSight } from "./sight.js";
import { texts } from "./texts.js";
import { useWork } from "./work.js";

/** Promotes the saved draft so that feeds use it. */
export function Promote({
  person,
  onPersonChange,
}: {
  readonly person: string;
  readonly onPersonChange: () => void;
}) {
  const { view, isBlocked, refresh } = useWork();
  const [by, setBy] = useState(person);
  const [reason, setReason] = useState("");
  const [done, setDone] = useState<Promoted>();
  const { error, ask } = useAsk();
  // The feeds are read from the current view, because a feed may be added after the promotion.
  const feeds = view.offer?.feeds ?? [];
  const isMapping = view.isSaved && view.offer?.mapping === view.path;
  const isReady = !isBlocked && view.isSaved && view.path?.endsWith(".draft.yaml") === true;

  function promote(): void {
    setDone(undefined);
    ask(server.promote(view.id, by, reason), (found) => {
      setDone(found);
      refresh();
      onPersonChange();
    });
  }

  return (
    <Card title={texts.promote.title}>
      <p class="muted">{texts.promote.what}</p>
      <p class="muted">
        {isReady
          ? texts.promote.lead
          : isBlocked
            ? texts.promote.open
            : isMapping
              ? texts.promote.isMapping(feeds.length > 0)
              : texts.promote.first}{" "}
        {isBlocked && <NextQuestion />}
      </p>
      <form class="row low" onSubmit={instead(promote)}>
        <TextInput label={texts.promote.by} required value={by} onSay={setBy} />
        <TextInput label={texts.promote.reason} required value={reason} onSay={setReason} />
        <button type="submit" class={isReady ? "main" : ""} disabled={!isReady}>
          {texts.promote.promote}
        </button>
      </form>
      <div aria-live="polite">
        <ErrorRemark error={error} />
        {done !== undefined && view.isSaved && (
          <p class="remark good" ref={intoSight}>
            {texts.promote.done(done.path)} {done.kept !== undefined && texts.promote.kept(done.kept)}{" "}
            {feeds.length > 0 ? texts.promote.used(feeds.join(", ")) : texts.promote.unused}
          </p>
        )}
      </div>
      <Versions />
    </Card>
  );
}

/** The versions of the mapping. A replaced version opens in the form, to be checked, saved and promoted again. */
function Versions() {
  const { view, send } = useWork();
  const [restored, setRestored] = useState<MappingVersion>();
  if (view.versions.length === 0) return null;
  const restore = async (version: MappingVersion, file: string): Promise<void> => {
    if (await send({ do: "restore", file })) setRestored(version);
  };
  return (
    <details>
      <summary>{texts.promote.versions(view.versions.length)}</summary>
      <ul class="plain stack">
        {view.versions.map((version, i) => (
          <li key={version.at ?? ""} class="row spread">
            <span>
              {version.at === undefined ? texts.promote.original : `${dateTime(version.at)} UTC`}
              {i === 0 && ` · ${texts.promote.active}`}
              {version.by !== undefined && (
                <span class="muted">
                  {" "}
                  {version.by}: “{version.reason}”
                </span>
              )}
            </span>
            {version.file !== undefined && (
              <Button
                label={texts.promote.restore}
                aria-label={texts.promote.restoreOf(version.at && dateTime(version.at))}
                onPress={() => void restore(version, version.file ?? "")}
              />
            )}
          </li>
        ))}
      </ul>
      <p aria-live="polite" class="muted">
        {restored !== undefined && texts.promote.restored(restored.at && dateTime(restored.at))}
      </p>
    </details>
  );
}
