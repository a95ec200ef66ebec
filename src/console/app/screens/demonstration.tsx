import type { DemonstrationAction, DemonstrationView } from "../../api/views.js";
import { failureOf, post, useLoaded } from "../api.js";
import { useEffect, useState } from "../library.js";
import { Age } from "../shown.js";
import { texts } from "../texts.js";

const say = texts.console.demonstration;

/** Buttons that trigger actions by the partners that `npm start` simulates, and the results. */
export function Demonstration({ onChange }: { readonly onChange: () => void }) {
  const { data, reload } = useLoaded<DemonstrationView>("/api/demonstration", true);
  const [failed, setFailed] = useState<string>();
  const waiting = data?.underWay ?? [];
  useEffect(() => {
    onChange();
    if (waiting.length === 0) return undefined;
    const timer = setInterval(reload, 1_000);
    return () => clearInterval(timer);
  }, [waiting.length]);
  if (data === undefined) return null;

  const act = (action: DemonstrationAction): void => {
    setFailed(undefined);
    post("/api/demonstration", { action }).then(reload, (error: unknown) =>
      setFailed(failureOf(error).message),
    );
  };
  const actions: readonly DemonstrationAction[] = data.hasInvoices
    ? ["broken", "changed", "invoice"]
    : ["broken", "changed"];
  return (
    <section class="panel" aria-labelledby="h-demonstration">
      <div class="sect">
        <h2 id="h-demonstration">{say.title}</h2>
        <span class="muted small">{say.lead}</span>
      </div>
      <ul class="plain demo">
        {actions.map((action) => (
          <li key={action}>
            <button type="button" class="btn sm" onClick={() => act(action)}>
              {say.actions[action].label}
            </button>
            <span class="muted">{say.actions[action].result}</span>
          </li>
        ))}
      </ul>
      {failed !== undefined && (
        <p class="err pad" role="alert">
          {failed}
        </p>
      )}
      <div class="pad" role="status">
        {waiting[0] !== undefined && <p>{say.actions[waiting[0]].underWay}</p>}
        {data.events.length > 0 && (
          <ul class="plain small demo-events">
            {data.events.map(({ at, text }) => (
              <li key={at + text}>
                <Age at={at} /> <span>{text}</span>
              </li>
            ))}
          </ul>
        )}
      </div>
    </section>
  );
}
