import { useState } from "./library.js";
import type { FeedOffer, FeedPlan, FeedRequest, FeedTried, Start, StudioError, View } from "../messages.js";
import { intoSight, TroubleRemark, withFocus } from "./control.js";
import { MakeSecret, WayToDecide } from "./make-secret.js";
import { server, troubleOf } from "./server.js";
import { texts, withoutTax } from "./texts.js";
import { Countries, zonesOf } from "./zones.js";

/** Makes a feed of a promoted mapping: the lines are shown, written on a yes, and tried with the sample. */
export function AddFeed({ view, ...rest }: Omit<FormProps, "offer">) {
  const { offer } = view;
  if (offer === undefined) return null;
  return (
    <section class="card" aria-labelledby="feed-title" id="feed">
      <h2 id="feed-title">{texts.feed.title}</h2>
      <FeedForm view={view} offer={offer} {...rest} />
    </section>
  );
}

interface FormProps {
  readonly view: View;
  readonly offer: FeedOffer;
  readonly onDone: () => void;
  /** To another sample, by its id. */
  readonly go: (id: string) => void;
  /** To where another file is opened. */
  readonly leave: () => void;
}

function FeedForm({ view, offer, onDone, go, leave }: FormProps) {
  const partner = offer.mapping.split("/")[1] ?? "";
  const known = offer.accounts.includes(view.account) ? view.account : "";
  const [wanted, setWanted] = useState<FeedRequest>({
    account: known,
    country: "",
    zone: view.form?.zone || Intl.DateTimeFormat().resolvedOptions().timeZone,
    tax: "tax",
    source: offer.sourceOf[known] ?? "",
    place: "folder",
    folder: `inbox/${known === "" ? partner : known}`,
    host: "",
    hostKey: "",
    user: "",
    secret: "",
    files: offer.files,
  });
  const [isNew, setNew] = useState(known === "");
  const [answer, setAnswer] = useState<FeedRequest["tax"] | "">("");
  const [plan, setPlan] = useState<FeedPlan>();
  const [tried, setTried] = useState<FeedTried>();
  const [others, setOthers] = useState<Start["open"]>([]);
  const [delivered, setDelivered] = useState<string>();
  const [trouble, setTrouble] = useState<StudioError>();

  const say = (part: Partial<FeedRequest>): void => {
    setPlan(undefined);
    setTried(undefined);
    // A key that was compared is that of its server.
    setWanted((now) => ({ ...now, ...("host" in part ? { hostKey: "" } : {}), ...part }));
  };
  const look = (part: Partial<FeedRequest>): void => {
    const named = {
      ...wanted,
      tax: tax === "" ? "tax" : tax,
      account: isNew ? asName(wanted.account) : wanted.account,
      ...part,
    };
    setWanted(named);
    asked(server.planFeed(view.id, named), setPlan);
  };
  const asked = <T,>(ask: Promise<T>, take: (found: T) => void): void => {
    setTrouble(undefined);
    ask.then(take, (error: unknown) => setTrouble(troubleOf(error)));
  };
  /** The country says more: how the account is called, and which zones there are. */
  const sayCountry = (country: string): void => {
    const zones = zonesOf(country);
    const nameFor = (code: string): string => (code === "" ? "" : asName(`${partner} ${code}`));
    const isOwn = wanted.account !== "" && wanted.account !== nameFor(wanted.country);
    const isOfFile = wanted.zone !== "" && wanted.zone === view.form?.zone;
    const isThere = zones.length === 0 || zones.includes(wanted.zone) || isOfFile;
    say({
      country,
      ...(isOwn ? {} : { account: nameFor(country) }),
      ...(isThere ? {} : { zone: zones.length === 1 ? (zones[0] ?? "") : "" }),
    });
  };
  // Of charge codes: whether their tax codes are a list that is known. A list that is there needs no word; where there
  // is none, only a person says that nothing is checked.
  const isLacking =
    view.record === "charge-code" && (isNew || offer.withoutTaxCodes.includes(wanted.account));
  const taxes: readonly FeedRequest["tax"][] = [
    "tax",
    ...(isLacking ? ["unchecked" as const] : []),
    ...(isNew && view.record !== "staff" ? ["non_tax" as const] : []),
  ];
  const second = view.references.find(({ target }) => target === "tax-code");
  const taxSample = second?.sample ?? second?.choices[0];
  const preset =
    isNew && (view.account === withoutTax || (wanted.country === "US" && !isLacking))
      ? "non_tax"
      : isLacking && second?.sample === undefined
        ? ""
        : "tax";
  const tax = answer !== "" && taxes.includes(answer) ? answer : preset;
  const text = (key: "account" | "folder" | "host" | "user" | "secret" | "files") => (
    <label class="control">
      {key === "account"
        ? texts.feed.name
        : key === "folder" && wanted.place === "sftp"
          ? texts.feed.directory
          : texts.feed[key]}
      <input
        type="text"
        required
        {...(key === "secret"
          ? { pattern: "(env|file):.+", title: texts.feed.secretHint, class: "wide" }
          : {})}
        value={wanted[key]}
        placeholder={texts.feed.examples[key]}
        onInput={(event) => say({ [key]: event.currentTarget.value })}
        onBlur={() => key === "account" && say({ account: asName(wanted.account) })}
      />
    </label>
  );

  const isUncompared = wanted.hostKey === "" && (plan?.server?.keys.length ?? 0) > 0;

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        look({});
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
              say({ account: value, source: offer.sourceOf[value] ?? "" });
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
            <label class="control">
              {texts.feed.country}
              <select
                required
                value={wanted.country}
                onChange={(event) => sayCountry(event.currentTarget.value)}
              >
                <option value="">{texts.form.choose}</option>
                <Countries />
              </select>
            </label>
            {text("account")}
            <label class="control">
              {texts.feed.zone}
              <select
                required
                value={wanted.zone}
                onChange={(event) => say({ zone: event.currentTarget.value })}
              >
                <option value="">{texts.form.choose}</option>
                {offered(wanted).map((name) => (
                  <option key={name}>{name}</option>
                ))}
              </select>
            </label>
          </>
        )}
        {taxes.length > 1 && (
          <label class="control">
            {texts.feed.tax}
            <select
              required
              value={tax}
              onChange={(event) => {
                setAnswer(event.currentTarget.value as FeedRequest["tax"] | "");
                say({});
              }}
            >
              {isLacking && <option value="">{texts.form.choose}</option>}
              {taxes.map((tax) => (
                <option key={tax} value={tax}>
                  {texts.feed.taxes[tax]}
                </option>
              ))}
            </select>
          </label>
        )}
      </div>
      {tax === "unchecked" && <p class="muted small">{texts.feed.unchecked}</p>}
      {isLacking && tax === "tax" && (
        <p class="remark note row spread">
          {texts.feed.taxFirst}
          {taxSample !== undefined && (
            <button type="button" onClick={() => go(taxSample.id)}>
              {texts.second.look(taxSample.name)}
            </button>
          )}
        </p>
      )}
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
            {plan.server !== undefined && wanted.hostKey === "" && (
              <div class="remark warning" ref={intoSight}>
                <p>{plan.server.trouble ?? texts.feed.compare(wanted.host)}</p>
                <p class="row tight">
                  {plan.server.keys.map(({ type, fingerprint }) => (
                    <button
                      type="button"
                      key={fingerprint}
                      class="quiet"
                      onClick={() => look({ hostKey: fingerprint })}
                    >
                      {texts.feed.isKey(type, fingerprint)}
                    </button>
                  ))}
                </p>
                {plan.server.trouble !== undefined && <p>{texts.feed.trust}</p>}
              </div>
            )}
            <p ref={intoSight}>{texts.feed.lines}</p>
            <pre class="lines" aria-label={texts.feed.lines}>
              {plan.lines.map(({ line, isNew: added }, i) => (
                <span key={i} class={added ? "good" : "muted"}>
                  {`${added ? "+" : " "} ${line}\n`}
                </span>
              ))}
            </pre>
            {isUncompared ? null : plan.mistakes === undefined ? (
              <button
                type="button"
                class="main"
                ref={intoSight}
                onClick={() => {
                  asked(server.addFeed(view.id, wanted, plan.base), (found) => {
                    setTried(found);
                    onDone();
                    asked(server.start(), ({ open }) => setOthers(open.filter(({ id }) => id !== view.id)));
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
            <p class="remark good" tabIndex={-1} ref={withFocus}>
              {texts.feed.written(tried.feed)}{" "}
              {tried.blocked ??
                texts.outcome.counts(tried.counts.read, tried.counts.accepted, tried.counts.rejected)}
              {tried.blocked === undefined && `${texts.feed.bySample}`}
            </p>
            {delivered === undefined && tried.folder !== undefined && (
              <p class="row">
                {texts.feed.arrive(tried.folder)}{" "}
                {tried.blocked === undefined && (
                  <button
                    type="button"
                    onClick={() =>
                      asked(server.deliver(view.id, tried.feed), ({ path }) => setDelivered(path))
                    }
                  >
                    {texts.feed.deliver}
                  </button>
                )}
              </p>
            )}
            {delivered !== undefined && (
              <p tabIndex={-1} ref={withFocus}>
                {texts.feed.delivered(delivered)}
              </p>
            )}
            {tried.steps.length > 0 && (
              <>
                <p>{texts.feed.server}</p>
                <ul>
                  {tried.steps.map(({ what, isDone, detail, next }) => (
                    <li key={what} class={isDone ? "" : "remark error"}>
                      {what}: {detail} {!isDone && next}
                    </li>
                  ))}
                </ul>
              </>
            )}
            <p>{texts.feed.next(offer.nightly)}</p>
            <p>{texts.feed.decide}</p>
            <WayToDecide page={tried.operators} />
            <p>
              {texts.feed.served} {tried.served !== undefined && <code>GET {tried.served}</code>}
            </p>
            <MakeSecret kind="token" account={wanted.account} />
            <p class="row">
              {others.length > 0 && texts.feed.others}
              {others.map(({ id, name }) => (
                <button key={id} type="button" onClick={() => go(id)}>
                  {texts.second.look(name)}
                </button>
              ))}
              <button type="button" onClick={leave}>
                {texts.feed.other}
              </button>
            </p>
          </>
        )}
        <TroubleRemark trouble={trouble} />
      </div>
    </form>
  );
}

/** A name as lading.yaml takes it: "Elbfracht DE" is written `elbfracht-de`. */
function asName(said: string): string {
  return said
    .toLowerCase()
    .replaceAll("ß", "ss")
    .normalize("NFD")
    .replaceAll(/\p{M}/gu, "")
    .replaceAll(/[^a-z0-9_]+/g, "-")
    .replaceAll(/^-+|-+$/g, "");
}

/** The zones of the country first, then every other. */
function offered({ country, zone }: FeedRequest): readonly string[] {
  return [
    ...new Set([...zonesOf(country), ...(zone === "" ? [] : [zone]), ...Intl.supportedValuesOf("timeZone")]),
  ];
}
