import type { FeedsView, Me } from "../api/views.js";
import { needsAttention } from "../../feeds/health/problem.js";
import {
  failureOf,
  get,
  post,
  useLoaded,
  watchChanges,
  watchLate,
  watchSignedOut,
  type Late,
} from "./api.js";
import { useEffect, useRef, useState } from "./library.js";
import { Mappings } from "./mappings.js";
import { go, usePlace, type Place } from "./router.js";
import { DeliveryScreen } from "./screens/delivery.js";
import { FeedScreen } from "./screens/feed.js";
import { FeedsScreen } from "./screens/feeds.js";
import { InvoicesScreen } from "./screens/invoices.js";
import { RunsScreen } from "./screens/runs.js";
import { SignIn } from "./screens/sign-in.js";
import { Result } from "./shown.js";
import { texts } from "./texts.js";
import { toggleTheme } from "./theme.js";
import { useTitle } from "./title.js";

export function Console() {
  const place = usePlace();
  const [me, setMe] = useState<Me>();
  const [error, setError] = useState<string>();

  const load = (): void => {
    get<Me>("/api/me").then(setMe, (thrown: unknown) => setError(failureOf(thrown).message));
  };
  useEffect(() => {
    // The first feed creates the workspace.
    if (me?.hasWorkspace !== true) load();
  }, [place.path]);
  useEffect(() => watchSignedOut(() => setMe((now) => now && { ...now, person: undefined })), []);
  useEffect(() => {
    const find = (event: KeyboardEvent): void => {
      const target = event.target as Element;
      if (event.key !== "/" || target.closest("input, textarea, select, [contenteditable]") !== null) return;
      const search = [...document.querySelectorAll<HTMLInputElement>("input[type=search]")].find(
        (input) => input.offsetParent !== null,
      );
      if (search === undefined) return;
      event.preventDefault();
      search.focus();
    };
    document.addEventListener("keydown", find);
    return () => document.removeEventListener("keydown", find);
  }, []);

  if (me === undefined) {
    return error === undefined ? null : (
      <main>
        <div class="note bad" role="alert">
          <p>{error}</p>
          <button type="button" class="btn sm" onClick={load}>
            {texts.console.retry}
          </button>
        </div>
      </main>
    );
  }
  return (
    <>
      <a class="skip" href="#main">
        {texts.console.skip}
      </a>
      <Top me={me} place={place} />
      <Screen me={me} place={place} onPersonChange={load} />
    </>
  );
}

function Top({ me, place }: { readonly me: Me; readonly place: Place }) {
  const isKnown = me.person !== undefined;
  const { data, reload } = useLoaded<FeedsView>(
    me.hasWorkspace && isKnown ? "/api/feeds?health=attention" : undefined,
    true,
  );
  useEffect(() => watchChanges(reload), [reload]);
  const attention = data?.problems.filter(needsAttention).length ?? 0;
  const doubtful = data?.totals.doubtful ?? 0;
  const isAt = (path: string): "page" | undefined =>
    (path === "/" ? place.path === "/" || place.path.startsWith("/feeds/") : place.path === path)
      ? "page"
      : undefined;
  return (
    <header class="top">
      <a class="brand" href="/">
        <svg width="18" height="18" viewBox="0 0 18 18" aria-hidden="true">
          <path d="M2 5v11h14V5" fill="none" stroke="currentColor" stroke-width="2.2" />
          <path d="M1 2.5h16M6 9h6" stroke="currentColor" stroke-width="2.2" />
        </svg>{" "}
        Lading
      </a>
      <nav class="nav" aria-label={texts.console.nav.label}>
        <a href="/" aria-current={isAt("/")}>
          {texts.console.nav.feeds}
          {attention > 0 && (
            <span class="count bad" title={texts.console.nav.attention(attention)}>
              {attention}
            </span>
          )}
        </a>
        {isKnown && (
          <>
            <a href="/mappings" aria-current={isAt("/mappings")}>
              {texts.console.nav.mappings}
            </a>
            <a href="/invoices" aria-current={isAt("/invoices")}>
              {texts.console.nav.invoices}
              {doubtful > 0 && (
                <span class="count bad" title={texts.console.nav.doubtful(doubtful)}>
                  {doubtful}
                </span>
              )}
            </a>
            <a href="/runs" aria-current={isAt("/runs")}>
              {texts.console.nav.runs}
            </a>
          </>
        )}
      </nav>
      <div class="who">
        {isKnown && (
          <span class="muted person" title={texts.console.nav.personHint}>
            <span class="vh">{texts.console.nav.person} </span>
            {me.person}
          </span>
        )}
        <button type="button" class="btn quiet sm" onClick={toggleTheme}>
          {texts.console.nav.theme}
        </button>
        {me.mode === "shared" &&
          (isKnown ? (
            <button type="button" class="btn quiet sm" onClick={signOut}>
              {texts.console.nav.signOut}
            </button>
          ) : (
            <a class="btn sm" href={`/sign-in?to=${encodeURIComponent(place.path)}`}>
              {texts.console.nav.signIn}
            </a>
          ))}
      </div>
    </header>
  );
}

function signOut(): void {
  void post("/api/sign-out").then(() => {
    location.href = "/";
  });
}

function Screen({
  me,
  place,
  onPersonChange,
}: {
  readonly me: Me;
  readonly place: Place;
  /** Called after a sign-in, and after a promotion, which may have changed the person's name. */
  readonly onPersonChange: () => void;
}) {
  const main = useRef<HTMLElement>(null);
  const isFirst = useRef(true);
  useEffect(() => {
    // Moves focus to the new screen, so that screen readers announce the screen.
    if (!isFirst.current) main.current?.focus({ preventScroll: true });
    isFirst.current = false;
  }, [place.path]);
  const [, area = "", account = "", record = "", what, delivery = ""] = place.path.split("/");
  const feed = `${account}/${record}`;
  const wantsSignIn = place.path !== "/";
  const isMappings = area === "mappings";
  const content =
    me.person === undefined && wantsSignIn ? (
      <SignIn
        onDone={() => {
          const to = area === "sign-in" ? (place.query.get("to") ?? "/") : `${place.path}${location.hash}`;
          // Only paths within the console are accepted as the target.
          go(/^\/(?:[a-z0-9_-]+(?:\/[a-z0-9_-]+)*)?(?:#[a-z]*)?$/.test(to) ? to : "/", true);
          onPersonChange();
        }}
      />
    ) : isMappings ? (
      <Mappings
        place={place}
        isShared={me.mode === "shared"}
        person={me.person ?? ""}
        onPersonChange={onPersonChange}
      />
    ) : !me.hasWorkspace ? (
      <NoWorkspace error={me.workspaceError} title={screenTitle(area)} />
    ) : area === "" ? (
      <FeedsScreen me={me} place={place} />
    ) : area === "feeds" && what === "deliveries" ? (
      <DeliveryScreen key={place.path} feed={feed} delivery={delivery} />
    ) : area === "feeds" ? (
      <FeedScreen key={feed} feed={feed} me={me} place={place} />
    ) : area === "invoices" ? (
      <InvoicesScreen place={place} />
    ) : area === "runs" ? (
      <RunsScreen place={place} />
    ) : (
      <div class="panel empty">
        <strong>{texts.console.noScreen}</strong>
        <a href="/">{texts.console.nav.feeds}</a>
      </div>
    );
  return (
    <main id="main" tabIndex={-1} ref={main} class={isMappings ? "studio" : ""}>
      <LateResults path={place.path} />
      {content}
    </main>
  );
}

function screenTitle(area: string): string {
  const { feeds, invoices, runs } = texts.console.nav;
  return area === "invoices" ? invoices : area === "runs" ? runs : feeds;
}

/**
 * Results of slow decisions. A result without a problem disappears after the next decision and when the person opens
 * another screen. All other results remain visible until the person closes them.
 */
function LateResults({ path }: { readonly path: string }) {
  const [results, setResults] = useState<readonly Late[]>([]);
  const hideGood = (): void => setResults((now) => now.filter((late) => !isGood(late)));
  useEffect(() => watchLate((late) => setResults((now) => [...now, late])), []);
  useEffect(() => watchChanges(hideGood), []);
  useEffect(hideGood, [path]);
  return (
    <div role="alert">
      {results.map((late, i) => (
        <div
          key={i}
          class={`note ${"refused" in late || !late.isDone ? "bad" : late.left === undefined ? "good" : "warn"}`}
        >
          {late.feed !== "" && <strong>{late.feed}</strong>}{" "}
          {"refused" in late ? texts.console.refusedLater(late.refused) : <Result of={late} />}{" "}
          <button
            type="button"
            class="btn sm"
            onClick={() => setResults(results.filter((other) => other !== late))}
          >
            {texts.close}
          </button>
        </div>
      ))}
    </div>
  );
}

function isGood(late: Late): boolean {
  return !("refused" in late) && late.isDone && late.left === undefined;
}

/** Shown if a local console was started in a folder without a workspace, or with a workspace that cannot be loaded. */
function NoWorkspace({ error, title }: { readonly error: string | undefined; readonly title: string }) {
  useTitle(title);
  return (
    <div class="panel empty">
      <strong>{error === undefined ? texts.console.noFeeds : texts.console.brokenWorkspace}</strong>
      {error !== undefined && <p>{error}</p>}
      <p>
        <a class="btn primary" href="/mappings">
          {texts.console.feeds.convert}
        </a>
      </p>
    </div>
  );
}
