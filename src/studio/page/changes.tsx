import { useState } from "./library.js";
import type { ChangesView, StudioError, View } from "../messages.js";
import { server, troubleOf } from "./server.js";
import { texts } from "./texts.js";

interface Props {
  readonly view: View;
  readonly isBlocked: boolean;
}

/** What a delivery of the sample would change in what is published now. */
export function ChangesPanel({ view, isBlocked }: Props) {
  const [feed, setFeed] = useState<string>();
  const [found, setFound] = useState<ChangesView | null>();
  const [trouble, setTrouble] = useState<StudioError>();
  const name = feed ?? view.feeds[0];

  function compare(): void {
    if (name === undefined) return;
    setTrouble(undefined);
    server.changes(view.id, name).then(setFound, (error: unknown) => setTrouble(troubleOf(error)));
  }

  return (
    <section class="card" aria-labelledby="changes-title">
      <h2 id="changes-title">{texts.changes.title}</h2>
      {name === undefined ? (
        <p class="muted">{view.record === undefined ? texts.changes.noRecord : texts.changes.noFeed}</p>
      ) : (
        <div class="row">
          <label class="inline">
            {texts.changes.feed}
            <select value={name} onChange={(event) => setFeed(event.currentTarget.value)}>
              {view.feeds.map((each) => (
                <option key={each}>{each}</option>
              ))}
            </select>
          </label>
          <button type="button" disabled={isBlocked} onClick={compare}>
            {texts.changes.compare}
          </button>
        </div>
      )}
      <div aria-live="polite">
        {trouble !== undefined && <p class="remark error">{trouble.message}</p>}
        {found === null && <p class="muted">{texts.changes.blocked}</p>}
        {found !== undefined && found !== null && <Found found={found} />}
      </div>
    </section>
  );
}

function Found({ found }: { readonly found: ChangesView }) {
  const counts = Object.entries(found.counts);
  return (
    <>
      <p>
        {found.number === undefined ? texts.changes.first : texts.changes.number(found.number)}{" "}
        {counts.length === 0
          ? texts.changes.none
          : counts.map(([kind, count]) => `${count} ${texts.changes.kinds[kind] ?? kind}`).join(", ")}
      </p>
      {found.changes.length > 0 && (
        <div class="scroll" tabIndex={0} role="region" aria-label={texts.changes.table}>
          <table>
            <thead>
              <tr>
                <th scope="col">{texts.changes.id}</th>
                <th scope="col">{texts.changes.what}</th>
                <th scope="col">{texts.changes.fields}</th>
              </tr>
            </thead>
            <tbody>
              {found.changes.map((change) => (
                <tr key={change.id}>
                  <th scope="row">{change.id}</th>
                  <td>{texts.changes.kinds[change.kind] ?? change.kind}</td>
                  <td>
                    {change.fields.map((each) => (
                      <div key={each.name}>
                        {each.name}: {each.before || texts.grid.nothing} → {each.after || texts.grid.nothing}
                      </div>
                    ))}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </>
  );
}
