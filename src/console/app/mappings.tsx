import { useEffect, useRef, useState } from "./library.js";
import type { MappingFile, OutcomeView, Start, StudioError, View } from "../studio/messages.js";
import type { RowFilter } from "../studio/requests.js";
import type { RecordTypeName } from "../../model/record-types/index.js";
import { AddFeed } from "./add-feed.js";
import { Button, Select } from "./control.js";
import { Fits, Form } from "./form.js";
import { Grid, type Goal } from "./grid.js";
import { Handover } from "./handover.js";
import { likelyPartner } from "./likely-partner.js";
import { DownloadList, Outcome, Remarks } from "./outcome.js";
import { Card, ErrorRemark } from "./parts.js";
import { Promote } from "./promote.js";
import { Reading } from "./reading.js";
import { go, type Place } from "./router.js";
import { Save } from "./save.js";
import { failureOf } from "./api.js";
import { server, watchConnection } from "./server.js";
import { StartPage } from "./start-page.js";
import { TextView } from "./text-view.js";
import { texts } from "./texts.js";
import { useTitle } from "./title.js";
import { WorkContext, type SaveNow, type Send } from "./work.js";

/** Makes the height of the sticky header, which depends on its number of lines, available to the style sheets. */
function headerHeight(header: HTMLElement | null): (() => void) | undefined {
  if (header === null) return undefined;
  const { style } = document.documentElement;
  const observer = new ResizeObserver(() => style.setProperty("--sub", `${header.offsetHeight}px`));
  observer.observe(header);
  return () => observer.disconnect();
}

interface MappingsProps {
  readonly place: Place;
  readonly isShared: boolean;
  readonly person: string;
  /** Called after a promotion, which may have changed the person's name. */
  readonly onPersonChange: () => void;
}

/**
 * The Mappings screen: a sample, and the mapping that converts its rows into records. On a shared console, mappings
 * cannot be saved.
 */
export function Mappings({ place, isShared, person, onPersonChange }: MappingsProps) {
  const [start, setStart] = useState<Start>();
  const [latest, setView] = useState<View>();
  const [error, setError] = useState<StudioError>();
  const [isLost, setLost] = useState(false);
  const id = place.query.get("sample");
  const view = latest?.id === id ? latest : undefined;
  useTitle(view === undefined ? texts.console.nav.mappings : view.file);

  useEffect(() => watchConnection(setLost), []);
  useEffect(() => {
    setError(undefined);
    if (id === null) setView(undefined);
    if (id === null || id === latest?.id) return undefined;
    let isCurrent = true;
    server.view(id).then(
      (found) => isCurrent && setView(found),
      () => isCurrent && go("/mappings", true),
    );
    return () => void (isCurrent = false);
  }, [id]);
  useEffect(() => {
    server.start().then(setStart, (thrown: unknown) => setError(failureOf(thrown)));
    // When the account changes, a new feed may have added it, so the start page's data is loaded again.
  }, [view?.account, id]);

  function open(next: View): void {
    // The person may have gone to another screen while the file was read.
    if (location.pathname !== place.path) return;
    setView(next);
    go(`/mappings?sample=${next.id}`);
  }

  return (
    <>
      <div class="notices" aria-live="polite">
        {isLost && <p class="remark error">{texts.offline}</p>}
        <ErrorRemark error={error}>
          <Button
            label={error?.code === "unreadable" ? texts.start.remove : texts.close}
            onPress={() => setError(undefined)}
          />
        </ErrorRemark>
      </div>
      {id === null ? (
        <StartPage start={start} isShared={isShared} onOpen={open} onError={setError} />
      ) : view === undefined ? null : (
        <Workbench
          key={view.id}
          view={view}
          isShared={isShared}
          person={person}
          onPersonChange={onPersonChange}
          // A late response about a closed sample is ignored.
          setView={(next) => setView((now) => (now?.id === next.id ? next : now))}
          setError={setError}
          accounts={start?.accounts ?? []}
          mappings={start?.mappings ?? []}
          open={open}
          leave={() => go("/mappings")}
        />
      )}
    </>
  );
}

interface WorkbenchProps extends Omit<MappingsProps, "place"> {
  readonly view: View;
  readonly setView: (view: View) => void;
  readonly setError: (error: StudioError | undefined) => void;
  readonly accounts: readonly string[];
  /** Newest first. */
  readonly mappings: readonly MappingFile[];
  readonly leave: () => void;
  /** Opens another sample. */
  readonly open: (view: View) => void;
}

function Workbench({
  view,
  isShared,
  person,
  onPersonChange,
  setView,
  setError,
  accounts,
  mappings,
  leave,
  open,
}: WorkbenchProps) {
  const fail = (thrown: unknown): void => setError(failureOf(thrown));
  const newest = useRef(view);
  newest.current = view.revision >= newest.current.revision ? view : newest.current;
  const queue = useRef<Promise<unknown>>(Promise.resolve());
  const [outcome, setOutcome] = useState<OutcomeView>();
  const [filter, setFilter] = useState<RowFilter>("all");
  const [goal, setGoal] = useState<Goal>();
  const [isText, setIsText] = useState(false);
  const [country, setCountry] = useState("");

  useEffect(() => window.scrollTo(0, 0), []);

  function take(next: View): void {
    newest.current = next;
    setView(next);
  }

  function inTurn(ask: (newest: View) => Promise<View>): Promise<void> {
    const asked = queue.current.then(async () => {
      try {
        take(await ask(newest.current));
      } catch (thrown) {
        const { view: now } = failureOf(thrown);
        if (now !== undefined) take(now);
        throw thrown;
      }
    });
    queue.current = asked.catch(() => undefined);
    return asked;
  }

  const send: Send = async (command) => {
    try {
      await inTurn(async (now) => {
        const asked = typeof command === "function" ? command(now) : command;
        return asked === undefined ? now : server.command(now.id, now.revision, asked);
      });
      setError(undefined);
      return true;
    } catch (thrown) {
      fail(thrown);
      return false;
    }
  };

  const save: SaveNow = (request) => inTurn(({ id, revision }) => server.save(id, revision, request));

  const refresh = (): void => void inTurn(({ id }) => server.view(id)).catch(fail);

  // Each edit in the editor replaces the whole mapping, so the editor opens only after all form changes are saved.
  const showText = (): void => void queue.current.then(() => setIsText(true));

  useEffect(() => {
    let isCurrent = true;
    const timer = setTimeout(() => {
      server.outcome(view.id).then(
        (found) => isCurrent && setOutcome(found),
        (thrown: unknown) => isCurrent && fail(thrown),
      );
    }, 60);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [view.revision]);

  // A different window or program may also change the mapping.
  useEffect(() => {
    const timer = setInterval(() => {
      if (document.hidden) return;
      server.latest(view.id).then((found) => {
        const { revision, changedOutside } = newest.current;
        if (found.revision > revision || found.changedOutside !== changedOutside) refresh();
      }, fail);
    }, 4_000);
    return () => clearInterval(timer);
  }, []);

  const isFresh = outcome?.revision === view.revision;
  const work = {
    view,
    columns: view.table.columns.map(({ name }) => name),
    questions: isFresh ? outcome.questions : view.questions,
    isBlocked: outcome !== undefined && (outcome.blocked !== undefined || outcome.open.length > 0),
    country,
    setCountry,
    send,
    save,
    refresh,
    go: (other: string) => void server.view(other).then(open, fail),
    leave,
    fail,
  };
  return (
    <WorkContext value={work}>
      <a class="skip" href="#mapping">
        {texts.skip}
      </a>
      <a class="skip" href="#download">
        {texts.skipToDownload}
      </a>
      <header class="sub" ref={headerHeight}>
        <h1>{view.file}</h1>
        <div class="row low right">
          <Select
            label={texts.head.record}
            value={view.record ?? ""}
            options={[
              ...(view.record === undefined ? [["", texts.head.unknown] as const] : []),
              ...Object.entries(texts.head.records),
            ]}
            onChoose={(record) => void send({ do: "record", record: record as RecordTypeName })}
          />
          <Select
            label={texts.head.account}
            value={view.account}
            options={accounts.map((name) => [name, texts.head.plainAccounts[name] ?? name])}
            onChoose={(account) => void send({ do: "account", account })}
          />
          <Button
            label={texts.head.undo}
            disabled={!view.canUndo}
            onPress={() => void send({ do: "undo" })}
          />
          <Button label={texts.head.other} onPress={leave} />
          {isShared ? (
            <a class="button main" href="#handover">
              {texts.handover.title}
            </a>
          ) : (
            <>
              <a class={view.isSaved ? "button" : "button main"} href="#save">
                {texts.head.toSave}
              </a>
              <span class={view.isSaved ? "state good" : "state warning"} title={view.path}>
                {view.isSaved ? texts.head.isSaved : texts.head.isChanged}
              </span>
            </>
          )}
          <DownloadList outcome={outcome} isFresh={isFresh} />
        </div>
      </header>
      <Fits />
      <div class="panes">
        <div class="pane">
          <Grid outcome={outcome} filter={filter} setFilter={setFilter} goal={goal} />
          <Outcome outcome={outcome} isFresh={isFresh} setFilter={setFilter} />
        </div>
        <div class="pane">
          <Reading />
          <Remarks
            outcome={outcome}
            onShow={(group, rowIndex) => {
              setFilter("all");
              setGoal({ rowIndex, column: group.column });
            }}
          />
          <Card
            id="mapping"
            tabIndex={-1}
            title={texts.form.title}
            beside={
              <div class="row tabs" role="group" aria-label={texts.form.views}>
                <Button label={texts.form.form} aria-pressed={!isText} onPress={() => setIsText(false)} />
                <Button label={texts.form.text} aria-pressed={isText} onPress={showText} />
              </div>
            }
          >
            {isText ? <TextView /> : <Form outcome={isFresh ? outcome : undefined} />}
          </Card>
          {isShared ? (
            <Handover />
          ) : (
            <>
              <Save likelyPartner={likelyPartner(mappings, view.account)} />
              <Promote person={person} onPersonChange={onPersonChange} />
              <AddFeed />
            </>
          )}
        </div>
      </div>
    </WorkContext>
  );
}
