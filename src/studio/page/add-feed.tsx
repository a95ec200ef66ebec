import { useState } from "./library.js";
import type { FeedOffer, FeedPlan, FeedRequest, FeedTried, Trouble, View } from "../messages.js";
import { server, troubleOf } from "./server.js";
import { texts } from "./texts.js";

/** Makes a feed of a promoted mapping: the lines are shown, written on a yes, and tried with the sample. */
export function AddFeed({ view, onDone }: { readonly view: View; readonly onDone: () => void }) {
  const { offer } = view;
  if (offer === undefined) return null;
  return (
    <section class="card" aria-labelledby="feed-title" id="feed">
      <h2 id="feed-title">{texts.feed.title}</h2>
      <FeedForm view={view} offer={offer} onDone={onDone} />
    </section>
  );
}

interface FormProps {
  readonly view: View;
  readonly offer: FeedOffer;
  readonly onDone: () => void;
}

function FeedForm({ view, offer, onDone }: FormProps) {
  const known = offer.accounts.includes(view.account) ? view.account : (offer.accounts[0] ?? "");
  const [wanted, setWanted] = useState<FeedRequest>({
    account: known,
    country: "",
    zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    source: offer.sources[0] ?? "",
    place: "folder",
    folder: `inbox/${known === "" ? (offer.mapping.split("/")[1] ?? "") : known}`,
    host: "",
    user: "",
    secret: "",
    files: offer.files,
  });
  const [isNew, setNew] = useState(known === "");
  const [plan, setPlan] = useState<FeedPlan>();
  const [tried, setTried] = useState<FeedTried>();
  const [trouble, setTrouble] = useState<Trouble>();

  const say = (part: Partial<FeedRequest>): void => {
    setPlan(undefined);
    setTried(undefined);
    setWanted((now) => ({ ...now, ...part }));
  };
  const asked = <T,>(ask: Promise<T>, take: (found: T) => void): void => {
    setTrouble(undefined);
    ask.then(take, (error: unknown) => setTrouble(troubleOf(error)));
  };
  const text = (key: "account" | "country" | "zone" | "folder" | "host" | "user" | "secret" | "files") => (
    <label class="control">
      {key === "account"
        ? texts.feed.name
        : key === "folder" && wanted.place === "sftp"
          ? texts.feed.directory
          : texts.feed[key]}
      <input
        type="text"
        value={wanted[key]}
        placeholder={texts.feed.examples[key]}
        onInput={(event) => say({ [key]: event.currentTarget.value })}
      />
    </label>
  );

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        asked(server.planFeed(view.id, wanted), setPlan);
      }}
    >
      <p class="muted">
        {offer.feeds.length > 0 ? texts.feed.used(offer.feeds.join(", ")) : texts.feed.lead(offer.mapping)}
      </p>
      <div class="row low">
        <label class="control">
          {texts.feed.account}
          <select
            value={isNew ? "" : wanted.account}
            onChange={(event) => {
              const { value } = event.currentTarget;
              setNew(value === "");
              say({ account: value });
            }}
          >
            {offer.accounts.map((name) => (
              <option key={name}>{name}</option>
            ))}
            <option value="">{texts.feed.newAccount}</option>
          </select>
        </label>
        {isNew && (
          <>
            {text("account")}
            {text("country")}
            {text("zone")}
          </>
        )}
      </div>
      <div class="row low">
        <label class="control">
          {texts.feed.source}
          <select
            value={wanted.source === "" ? `+${wanted.place}` : wanted.source}
            onChange={(event) => {
              const { value } = event.currentTarget;
              if (value === "+folder" || value === "+sftp") {
                const place = value === "+folder" ? "folder" : "sftp";
                const folder = place === "sftp" ? "/outgoing" : `inbox/${wanted.account}`;
                say({ source: "", place, folder });
              } else say({ source: value });
            }}
          >
            {offer.sources.map((name) => (
              <option key={name}>{name}</option>
            ))}
            <option value="+folder">{texts.feed.newFolder}</option>
            <option value="+sftp">{texts.feed.newSftp}</option>
          </select>
        </label>
        {wanted.source === "" && wanted.place === "sftp" && (
          <>
            {text("host")}
            {text("user")}
            {text("secret")}
          </>
        )}
        {wanted.source === "" && text("folder")}
        {text("files")}
      </div>
      <p>
        <button type="submit">{texts.feed.show}</button>
      </p>
      <div aria-live="polite">
        {plan !== undefined && tried === undefined && (
          <>
            <p>{texts.feed.lines}</p>
            <pre class="lines" aria-label={texts.feed.lines}>
              {plan.lines.map(({ line, isNew: added }, i) => (
                <span key={i} class={added ? "good" : "muted"}>
                  {`${added ? "+" : " "} ${line}\n`}
                </span>
              ))}
            </pre>
            {plan.mistakes === undefined ? (
              <button
                type="button"
                class="main"
                onClick={() => {
                  asked(server.addFeed(view.id, wanted, plan.base), (found) => {
                    setTried(found);
                    onDone();
                  });
                }}
              >
                {texts.feed.write}
              </button>
            ) : (
              <p class="remark error">{plan.mistakes}</p>
            )}
          </>
        )}
        {tried !== undefined && (
          <>
            <p class="remark good">
              {texts.feed.written(tried.feed)}{" "}
              {tried.blocked ??
                texts.outcome.counts(tried.counts.read, tried.counts.accepted, tried.counts.rejected)}
              {tried.blocked === undefined && `${texts.feed.bySample}`}
            </p>
            <p>{texts.feed.next(tried.feed, offer.nightly)}</p>
            {wanted.source === "" && wanted.place === "sftp" && <p>{texts.feed.trust}</p>}
          </>
        )}
        {trouble !== undefined && (
          <p class="remark error" role="alert">
            {trouble.message} {trouble.hint}
          </p>
        )}
      </div>
    </form>
  );
}
