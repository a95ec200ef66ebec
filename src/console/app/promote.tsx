import { useState } from "./library.js";
import type { Promoted } from "../studio/messages.js";
import { TextInput, instead } from "./control.js";
import { NextQuestion } from "./form.js";
import { Card, ErrorRemark, useAsk } from "./parts.js";
import { server } from "./server.js";
import { intoSight } from "./sight.js";
import { texts } from "./texts.js";
import { useWork } from "./work.js";

/** Promotes the saved draft so that feeds use it. */
export function Promote() {
  const { view, isBlocked, refresh } = useWork();
  const [by, setBy] = useState("");
  const [reason, setReason] = useState("");
  const [done, setDone] = useState<Promoted>();
  const { error, ask } = useAsk();
  // The current view also contains a feed that was added after the promotion.
  const feeds = view.offer?.feeds ?? [];
  const isMapping = view.isSaved && view.offer?.mapping === view.path;
  const isReady = !isBlocked && view.isSaved && view.path?.endsWith(".draft.yaml") === true;

  function promote(): void {
    setDone(undefined);
    ask(server.promote(view.id, by, reason), (found) => {
      setDone(found);
      refresh();
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
        {done !== undefined && (
          <p class="remark good" ref={intoSight}>
            {texts.promote.done(done.path)} {done.kept !== undefined && texts.promote.kept(done.kept)}{" "}
            {feeds.length > 0 ? texts.promote.used(feeds.join(", ")) : texts.promote.unused}
          </p>
        )}
      </div>
    </Card>
  );
}
