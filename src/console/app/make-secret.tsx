import { useState } from "./library.js";
import type { OperatorsPage } from "../studio/messages.js";
import type { SecretRequest } from "../studio/requests.js";
import { TextInput, instead } from "./control.js";
import { Copy, ErrorRemark, useAsk } from "./parts.js";
import { server } from "./server.js";
import { intoSight } from "./sight.js";
import { texts } from "./texts.js";

/** The address of the shared console, and a new access key for it. */
export function ConsoleAccess({ page }: { readonly page: OperatorsPage }) {
  return (
    <>
      <p>
        {page.lists === undefined ? (
          <>
            {texts.secret.later} <code>{page.url}</code>
          </>
        ) : (
          <>
            {texts.secret.page}{" "}
            <a href={`${page.url}/sign-in`} target="_blank" rel="noreferrer">
              {page.url}
            </a>
          </>
        )}
      </p>
      <MakeSecret kind="operator" account="" />
    </>
  );
}

/** Creates a secret and shows it only once. */
export function MakeSecret({ kind, account }: Omit<SecretRequest, "name">) {
  const [name, setName] = useState("");
  const [secret, setSecret] = useState<string>();
  const { error, ask } = useAsk();
  const make = () => ask(server.makeSecret({ kind, account, name }), (made) => setSecret(made.secret));
  return (
    <form onSubmit={instead(make)}>
      <p class="row low">
        <TextInput label={texts.secret.name[kind]} required maxLength={64} value={name} onSay={setName} />
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
        <ErrorRemark error={error} />
      </div>
    </form>
  );
}
