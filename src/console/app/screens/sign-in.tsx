import { failureOf, post } from "../api.js";
import { useRef, useState } from "../library.js";
import { texts } from "../texts.js";
import { useTitle } from "../title.js";

/** Sign-in with an access key. The person's name is recorded with every decision. */
export function SignIn({ onDone }: { readonly onDone: () => void }) {
  const [error, setError] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  useTitle(texts.console.signIn.title);

  async function signIn(event: Event): Promise<void> {
    event.preventDefault();
    setBusy(true);
    setError(undefined);
    try {
      await post("/api/sign-in", { key: input.current?.value ?? "" });
      onDone();
    } catch (thrown) {
      const { message, hint } = failureOf(thrown);
      setError(`${message} ${hint}`.trim());
      if (input.current !== null) input.current.value = "";
      input.current?.focus();
    } finally {
      setBusy(false);
    }
  }

  return (
    <div class="signin">
      <form class="panel pad stack" onSubmit={(event) => void signIn(event)}>
        <h1>{texts.console.signIn.title}</h1>
        <p class="muted">{texts.console.signIn.lead}</p>
        <label class="field">
          <span>{texts.console.signIn.key}</span>
          <input
            class="input wide mono"
            type="password"
            name="access_key"
            autocomplete="current-password"
            aria-describedby="key-hint key-error"
            required
            ref={(element) => {
              input.current = element;
              if (element !== null && document.activeElement === document.body) element.focus();
            }}
          />
          <span class="hint" id="key-hint">
            {texts.console.signIn.hint}
          </span>
        </label>
        <p class="err" id="key-error" role="alert" hidden={error === undefined}>
          {error}
        </p>
        <button type="submit" class="btn primary" disabled={isBusy}>
          {texts.console.signIn.action}
        </button>
        <details class="more small">
          <summary>{texts.console.administrators}</summary>
          <pre class="mt2">lading operator create --name "Jane Doe"</pre>
        </details>
      </form>
    </div>
  );
}
