import { useState } from "./library.js";
import type { OperatorsPage, SecretRequest, StudioError } from "../messages.js";
import { Copy, intoSight, TroubleRemark } from "./control.js";
import { server, troubleOf } from "./server.js";
import { texts } from "./texts.js";

/** The way to the page on which deliveries are decided, and the secret that it asks for. */
export function WayToDecide({ page }: { readonly page: OperatorsPage }) {
  return (
    <>
      <p>
        {page.lists === undefined ? texts.secret.later : texts.secret.page}{" "}
        <a href={`${page.url}/sign-in`} target="_blank" rel="noreferrer">
          {page.url}
        </a>
      </p>
      <MakeSecret kind="operator" account="" />
    </>
  );
}

/** Makes a secret, which is shown this once. */
export function MakeSecret({ kind, account }: Omit<SecretRequest, "name">) {
  const [name, setName] = useState("");
  const [secret, setSecret] = useState<string>();
  const [trouble, setTrouble] = useState<StudioError>();
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        setTrouble(undefined);
        server.makeSecret({ kind, account, name }).then(
          (made) => setSecret(made.secret),
          (error: unknown) => setTrouble(troubleOf(error)),
        );
      }}
    >
      <p class="row low">
        <label class="control">
          {texts.secret.name[kind]}
          <input
            type="text"
            required
            maxLength={64}
            value={name}
            onInput={(event) => setName(event.currentTarget.value)}
          />
        </label>
        <button type="submit">{texts.secret.make[kind]}</button>
      </p>
      <div aria-live="polite">
        {secret !== undefined && (
          <div class="remark good" ref={intoSight}>
            <p>{texts.secret.once[kind]}</p>
            <p class="row">
              <code>{secret}</code> <Copy text={secret} label={texts.secret.copy} />
            </p>
          </div>
        )}
        <TroubleRemark trouble={trouble} />
      </div>
    </form>
  );
}
