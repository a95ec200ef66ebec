import { useState } from "./library.js";
import type { FeedOffer, FeedPlan, FeedTried } from "../studio/messages.js";
import type { FeedRequest } from "../studio/requests.js";
import { shortName } from "../../model/short-name.js";
import { Button, Select, TextInput, instead } from "./control.js";
import { FeedDone } from "./feed-done.js";
import { Card, ErrorRemark, useAsk } from "./parts.js";
import { server } from "./server.js";
import { intoSight } from "./sight.js";
import { texts, withoutTax } from "./texts.js";
import { useWork } from "./work.js";
import { countries, isOneTime, zonesOf } from "./zones.js";

/**
 * Creates a feed from a promoted mapping: shows the new lines of `lading.yaml`, writes them after confirmation, and
 * tests the feed with the sample.
 */
export function AddFeed() {
  const { offer } = useWork().view;
  if (offer === undefined) return null;
  return (
    <Card title={texts.feed.title}>
      <FeedForm offer={offer} />
    </Card>
  );
}

function FeedForm({ offer }: { readonly offer: FeedOffer }) {
  const { view, country: ofZone, go, refresh } = useWork();
  const partner = offer.mapping.split("/")[1] ?? "";
  const ofPartner = offer.accounts.filter((name) => name === partner || name.startsWith(`${partner}-`));
  const likely = ofPartner.length === 1 ? (ofPartner[0] ?? "") : "";
  const nameFor = (code: string): string => (code === "" ? "" : shortName(`${partner} ${code}`));
  const known = offer.accounts.includes(view.account) ? view.account : likely;
  // The country in which a person found the file's time zone is probably the country of a new account.
  const isNewName = known === "" && !offer.accounts.includes(nameFor(ofZone));
  const likelyCountry = isNewName && zonesOf(ofZone).includes(view.form?.zone ?? "") ? ofZone : "";
  const [wanted, setWanted] = useState<FeedRequest>({
    account: known === "" ? nameFor(likelyCountry) : known,
    country: likelyCountry,
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
  const { error, ask } = useAsk();

  const say = (part: Partial<FeedRequest>): void => {
    setPlan(undefined);
    setTried(undefined);
    // A confirmed host key is valid for only one server, so it is cleared when the host name changes.
    setWanted((now) => ({ ...now, ...("host" in part ? { hostKey: "" } : {}), ...part }));
  };
  const look = (part: Partial<FeedRequest>): void => {
    const named = {
      ...wanted,
      tax: tax === "" ? "tax" : tax,
      account: isNew ? shortName(wanted.account) : wanted.account,
      ...part,
    };
    setWanted(named);
    ask(server.planFeed(view.id, named), setPlan);
  };
  /** Sets the country, and suggests an account name and a time zone for it. */
  const sayCountry = (country: string): void => {
    const zones = zonesOf(country);
    const isOwn = wanted.account !== "" && wanted.account !== nameFor(wanted.country);
    const isOfFile = wanted.zone !== "" && wanted.zone === view.form?.zone;
    const isThere = zones.length === 0 || zones.includes(wanted.zone) || isOfFile;
    say({
      country,
      ...(isOwn ? {} : { account: nameFor(country) }),
      ...(isThere ? {} : { zone: isOneTime(zones) ? (zones[0] ?? "") : "" }),
    });
  };
  // If there is no list of tax codes for checking charge codes, the person must confirm that tax codes are not
  // checked.
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
    <TextInput
      label={
        key === "account"
          ? texts.feed.name
          : key === "folder" && wanted.place === "sftp"
            ? texts.feed.directory
            : texts.feed[key]
      }
      required
      {...(key === "secret" ? { pattern: "(env|file):.+", title: texts.feed.secretHint, class: "wide" } : {})}
      value={wanted[key]}
      placeholder={texts.feed.examples[key]}
      onSay={(value) => say({ [key]: value })}
      onBlur={() => key === "account" && say({ account: shortName(wanted.account) })}
    />
  );

  if (tried !== undefined) {
    return (
      <div aria-live="polite">
        <FeedDone tried={tried} account={wanted.account} nightly={offer.nightly} />
        <p>
          <Button label={texts.feed.again} onPress={() => say({})} />
        </p>
      </div>
    );
  }

  const isUncompared = wanted.hostKey === "" && (plan?.server?.keys.length ?? 0) > 0;

  return (
    <form onSubmit={instead(() => look({}))}>
      <p class="muted">
        {offer.feeds.length > 0 ? texts.feed.used(offer.feeds.join(", ")) : texts.feed.lead(offer.mapping)}{" "}
        {texts.feed.accountHint}
      </p>
      <div class="row low">
        <Select
          label={texts.feed.account}
          value={isNew ? "" : wanted.account}
          options={[...offer.accounts, ["", texts.feed.newAccount]]}
          onChoose={(account) => {
            setNew(account === "");
            say({ account, source: offer.sourceOf[account] ?? "" });
          }}
        />
        {isNew && (
          <>
            <Select
              label={texts.feed.country}
              required
              value={wanted.country}
              options={[["", texts.form.choose], ...countries]}
              onChoose={sayCountry}
            />
            {text("account")}
            <Select
              label={texts.feed.zone}
              required
              value={wanted.zone}
              options={[["", texts.form.choose], ...offered(wanted)]}
              onChoose={(zone) => say({ zone })}
            />
          </>
        )}
        {taxes.length > 1 && (
          <Select
            label={texts.feed.tax}
            required
            value={tax}
            options={[
              ...(isLacking ? [["", texts.form.choose] as const] : []),
              ...taxes.map((each) => [each, texts.feed.taxes[each]] as const),
            ]}
            onChoose={(chosen) => {
              setAnswer(chosen as FeedRequest["tax"] | "");
              say({});
            }}
          />
        )}
      </div>
      {isNew && wanted.account !== "" && (
        <p class="muted small">{texts.feed.named(`${shortName(wanted.account)}/${view.record ?? ""}`)}</p>
      )}
      {tax === "unchecked" && <p class="muted small">{texts.feed.unchecked}</p>}
      {isLacking && tax === "tax" && (
        <p class="remark note row spread">
          {texts.feed.taxFirst}
          {taxSample !== undefined && (
            <Button label={texts.second.look(taxSample.name)} onPress={() => go(taxSample.id)} />
          )}
        </p>
      )}
      <div class="row low">
        <Select
          label={texts.feed.source}
          value={wanted.source === "" ? `+${wanted.place}` : wanted.source}
          options={[...offer.sources, ["+folder", texts.feed.newFolder], ["+sftp", texts.feed.newSftp]]}
          onChoose={(chosen) => {
            if (chosen === "+folder") say({ source: "", place: "folder", folder: `inbox/${wanted.account}` });
            else if (chosen === "+sftp") say({ source: "", place: "sftp", folder: "/outgoing" });
            else say({ source: chosen });
          }}
        />
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
        {plan !== undefined && (
          <>
            {plan.server !== undefined && wanted.hostKey === "" && (
              <div class="remark warning" ref={intoSight}>
                <p>{plan.server.error ?? texts.feed.compare(wanted.host)}</p>
                <p class="row tight">
                  {plan.server.keys.map(({ type, fingerprint }) => (
                    <Button
                      label={texts.feed.isKey(type, fingerprint)}
                      key={fingerprint}
                      class="quiet"
                      onPress={() => look({ hostKey: fingerprint })}
                    />
                  ))}
                </p>
                {plan.server.error !== undefined && <p>{texts.feed.trust}</p>}
              </div>
            )}
            {plan.error === undefined && (
              <p ref={intoSight}>
                {texts.feed.summary(
                  plan.feed,
                  wanted.files,
                  wanted.source === "" ? wanted.folder : wanted.source,
                  isNew,
                )}
              </p>
            )}
            <details>
              <summary>{texts.console.administrators}</summary>
              <p>{texts.feed.lines}</p>
              <pre class="lines" aria-label={texts.feed.lines}>
                {plan.lines.map(({ line, isNew: added }, i) => (
                  <span key={i} class={added ? "good" : "muted"}>
                    {`${added ? "+" : " "} ${line}\n`}
                  </span>
                ))}
              </pre>
            </details>
            {isUncompared ? null : plan.error === undefined ? (
              <Button
                label={texts.feed.write}
                class="main"
                ref={intoSight}
                onPress={() => {
                  ask(server.addFeed(view.id, wanted, plan.base), (found) => {
                    setTried(found);
                    setNew(false);
                    refresh();
                  });
                }}
              />
            ) : (
              <p class="remark error">{plan.error}</p>
            )}
          </>
        )}
        <ErrorRemark error={error} />
      </div>
    </form>
  );
}

/** Returns all time zones, starting with those of the country and the selected one. */
function offered({ country, zone }: FeedRequest): readonly string[] {
  return [
    ...new Set([...zonesOf(country), ...(zone === "" ? [] : [zone]), ...Intl.supportedValuesOf("timeZone")]),
  ];
}
