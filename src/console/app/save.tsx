import { useRef, useState } from "./library.js";
import type { StudioError, View } from "../studio/messages.js";
import { shortName } from "../../model/short-name.js";
import { Button, TextInput, instead } from "./control.js";
import { Card, ErrorRemark } from "./parts.js";
import { failureOf } from "./api.js";
import { partnerOf } from "./likely-partner.js";
import { texts } from "./texts.js";
import { useWork } from "./work.js";

/**
 * Saves the mapping as a draft. Asks for confirmation before overwriting a file that another program changed or
 * created.
 */
export function Save({ likelyPartner = "" }: { readonly likelyPartner: string | undefined }) {
  const { view, isBlocked, send, save: saveNow } = useWork();
  const [typed, setPartner] = useState<string>();
  const partner = typed ?? (view.path === undefined ? likelyPartner : "");
  const [examples, setExamples] = useState(true);
  const [error, setError] = useState<StudioError>();
  const input = useRef<HTMLInputElement>(null);
  const [wrong] = /[^\p{L}\p{N} _.-]/u.exec(partner) ?? [];

  async function save(overwrite: boolean): Promise<void> {
    if (partner.trim() === "" && view.path === undefined) {
      setError({ message: texts.save.noPartner, hint: texts.save.partnerHint });
      return input.current?.focus();
    }
    try {
      await saveNow({ partner, examples, overwrite });
      setError(undefined);
    } catch (thrown) {
      setError(failureOf(thrown));
    }
  }

  return (
    <Card id="save" title={texts.save.title}>
      <form class="row low" onSubmit={instead(() => void save(false))}>
        <TextInput
          label={texts.save.partner}
          ref={input}
          value={partner}
          placeholder={partnerOf(view.path) ?? texts.save.partnerExample}
          onSay={setPartner}
        />
        <p class="where muted small">
          {texts.save.partnerHint} {texts.save.where(target(view, partner))}
        </p>
        <label class="inline">
          <input
            type="checkbox"
            checked={examples}
            onChange={(event) => setExamples(event.currentTarget.checked)}
          />
          {texts.save.examples}
        </label>
        <button type="submit" class={view.isSaved ? "" : "main"}>
          {texts.save.save}
        </button>
      </form>
      <div aria-live="polite">
        {wrong !== undefined && <p class="remark error">{texts.save.badCharacter(wrong)}</p>}
        {isBlocked && <p class="remark note">{texts.save.open}</p>}
        {view.isSaved && view.path !== undefined && error === undefined && (
          <p class="remark good">{texts.save.saved(view.path)}</p>
        )}
        {view.changedOutside && error === undefined && (
          <div class="remark warning">
            <p>{texts.save.outside}</p>
            <Choices onOver={() => void save(true)} onReload={() => void send({ do: "reload" })} />
          </div>
        )}
        <ErrorRemark error={error}>
          {error?.code === "exists" && (
            <Choices
              onOver={() => void save(true)}
              onReload={() => {
                setError(undefined);
                const path = partner === "" ? view.path : target(view, partner);
                if (path !== undefined) void send({ do: "load", path });
              }}
            />
          )}
        </ErrorRemark>
      </div>
    </Card>
  );
}

function Choices({ onOver, onReload }: { readonly onOver: () => void; readonly onReload: () => void }) {
  return (
    <p>
      <Button label={texts.save.over} onPress={onOver} />{" "}
      <Button label={texts.save.reload} onPress={onReload} />
    </p>
  );
}

/** Likely path of the draft. The server determines the actual path. */
function target(view: View, partner: string): string {
  const name = shortName(partner) || (partnerOf(view.path) ?? "…");
  return `mappings/${name}/${view.record ?? "…"}.draft.yaml`;
}
