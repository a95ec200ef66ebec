import { useState } from "./library.js";
import type { Promoted, StudioError, View } from "../messages.js";
import { intoSight, TroubleRemark } from "./control.js";
import { NextQuestion } from "./form.js";
import { server, troubleOf } from "./server.js";
import { texts } from "./texts.js";

interface Props {
  readonly view: View;
  /** Questions are open, so that it could not run. */
  readonly isBlocked: boolean;
  readonly onDone: () => void;
}

/** Makes the saved draft the mapping that feeds use. */
export function Promote({ view, isBlocked, onDone }: Props) {
  const [by, setBy] = useState("");
  const [reason, setReason] = useState("");
  const [done, setDone] = useState<Promoted>();
  const [trouble, setTrouble] = useState<StudioError>();
  // A feed that was added since is one of them.
  const feeds = view.offer?.feeds ?? [];
  const isMapping = view.isSaved && view.offer?.mapping === view.path;
  const isReady = !isBlocked && view.isSaved && view.path?.endsWith(".draft.yaml") === true;

  function promote(): void {
    setDone(undefined);
    setTrouble(undefined);
    server.promote(view.id, by, reason).then(
      (found) => {
        setDone(found);
        onDone();
      },
      (error: unknown) => setTrouble(troubleOf(error)),
    );
  }

  return (
    <section class="card" aria-labelledby="promote-title">
      <h2 id="promote-title">{texts.promote.title}</h2>
      <p class="muted">
        {isReady
          ? texts.promote.lead
          : isBlocked
            ? texts.promote.open
            : isMapping
              ? texts.promote.isMapping(feeds.length > 0)
              : texts.promote.first}{" "}
        {isBlocked && <NextQuestion form={view.form} />}
      </p>
      <form
        class="row low"
        onSubmit={(event) => {
          event.preventDefault();
          promote();
        }}
      >
        <label class="control">
          {texts.promote.by}
          <input type="text" required value={by} onInput={(event) => setBy(event.currentTarget.value)} />
        </label>
        <label class="control">
          {texts.promote.reason}
          <input
            type="text"
            required
            value={reason}
            onInput={(event) => setReason(event.currentTarget.value)}
          />
        </label>
        <button type="submit" class={isReady ? "main" : ""} disabled={!isReady}>
          {texts.promote.promote}
        </button>
      </form>
      <div aria-live="polite">
        <TroubleRemark trouble={trouble} />
        {done !== undefined && (
          <p class="remark good" ref={intoSight}>
            {texts.promote.done(done.path)} {done.kept !== undefined && texts.promote.kept(done.kept)}{" "}
            {feeds.length > 0 ? texts.promote.used(feeds.join(", ")) : texts.promote.unused}
          </p>
        )}
      </div>
    </section>
  );
}
