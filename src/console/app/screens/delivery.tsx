import type { DeliveryReport, DeliveryView, Done } from "../../api/views.js";
import { withFieldLabels } from "../../../model/field-labels.js";
import { useLoaded, watchLate, type Loaded } from "../api.js";
import { useEffect, useRef, useState } from "../library.js";
import { ageOf, dateTime, Menu, Prose, Region, sizeText, State, Table, When } from "../shown.js";
import { texts } from "../texts.js";
import { useTitle } from "../title.js";
import { Decide, Why } from "./delivery-decision.js";
import { Changes, Findings, First, Partner, Rejected, Summary } from "./delivery-report.js";
import { ReasonDialog } from "./reason.js";

/** The page of a delivery: the reason why it is held, the changes it would make, and the decision. */

const say = texts.console.delivery;

export function DeliveryScreen({ feed, delivery }: { readonly feed: string; readonly delivery: string }) {
  const path = `/api/feeds/${feed}/deliveries/${delivery}`;
  const loaded = useLoaded<DeliveryView>(path, true);
  const { data } = loaded;
  const reported = useLoaded<DeliveryReport>(
    data !== undefined && hasReport(data) ? `${path}/report` : undefined,
  );
  const [done, setDone] = useState<Done>();
  const heading = useRef<HTMLHeadingElement>(null);
  const status = useRef(data?.status);
  useEffect(() => {
    // The file may not be fully processed when the page opens, so the report is loaded again after each change of
    // status.
    if (status.current !== undefined && status.current !== data?.status) reported.reload();
    status.current = data?.status;
  }, [data?.status]);
  useEffect(
    () =>
      watchLate(() => {
        setDone(undefined);
        loaded.reload();
        reported.reload();
      }),
    [],
  );
  useEffect(() => {
    // The result is at the top of the page.
    if (done !== undefined) heading.current?.focus();
  }, [done]);
  useTitle(data?.file ?? delivery);
  return (
    <>
      <nav class="crumbs" aria-label={texts.console.crumbs}>
        <a href="/">{texts.console.nav.feeds}</a> / <a href={`/feeds/${feed}`}>{feed}</a> /{" "}
        <a href={`/feeds/${feed}#deliveries`}>{texts.console.feed.tabs.deliveries}</a>
      </nav>
      <Region of={loaded}>
        {(view) => {
          const again = view.steps
            .filter(({ state }) => state === "RECEIVED")
            .slice(1)
            .at(-1);
          return (
            <div class="stackl">
              <div class="head">
                <div>
                  <h1 ref={heading} tabIndex={-1}>
                    {view.file}
                  </h1>
                  <State of={view.status} isPill />
                  <p class="muted">
                    {view.deliveredBy === undefined
                      ? say.received(dateTime(view.receivedAt), view.source, ageOf(view.receivedAt))
                      : say.delivered(
                          dateTime(view.receivedAt),
                          view.deliveredBy,
                          view.deliveredReason ?? "",
                        )}{" "}
                    {again !== undefined && say.receivedAgain(dateTime(again.at))} {sizeText(view.size)}.{" "}
                    {say.delivery} <code>{view.delivery.slice(0, 12)}</code>
                  </p>
                </div>
                <div class="actions">
                  <Downloads view={view} path={path} />
                </div>
              </div>
              <div role="status">
                {done !== undefined && (
                  <p class="note good">
                    {done.isUnderWay !== true && <State of="done" />} {done.sentence}
                  </p>
                )}
              </div>
              {view.earlier !== undefined && undecided.has(view.status) && <p class="note">{view.earlier}</p>}
              <Shown
                view={view}
                done={done}
                reported={reported}
                path={path}
                onDecided={(what) => {
                  setDone(what);
                  loaded.reload();
                  reported.reload();
                }}
                onStale={() => {
                  loaded.reload();
                  reported.reload();
                }}
              />
              <Steps view={view} />
            </div>
          );
        }}
      </Region>
    </>
  );
}

/** The processing steps for the file, oldest first. */
function Steps({ view: { steps } }: { readonly view: DeliveryView }) {
  if (steps.length === 0) return null;
  return (
    <section class="panel" aria-labelledby="h-steps">
      <div class="sect">
        <h2 id="h-steps">{say.steps}</h2>
      </div>
      <Table label={texts.console.table(say.steps)} headings={[say.at, say.step, say.by, say.stepReason]}>
        {steps.map(({ at, state, by, reason, version }, i) => {
          const isAgain = state === "RECEIVED" && steps.slice(0, i).some((one) => one.state === state);
          const label = isAgain ? say.again : (texts.console.states[state] ?? state);
          return (
            <tr key={i}>
              <td class="t">
                <When at={at} />
              </td>
              <th scope="row">{version === undefined ? label : say.version(label, version)}</th>
              <td>{by}</td>
              <td>
                <Prose text={withFieldLabels(reason)} />
              </td>
            </tr>
          );
        })}
      </Table>
    </section>
  );
}

/** The outcomes of the file in the other feeds that received it. */
function OtherFeeds({ view: { delivery, others } }: { readonly view: DeliveryView }) {
  if (others.length === 0) return null;
  return (
    <section class="panel" aria-labelledby="h-others">
      <div class="sect">
        <h2 id="h-others">{say.others}</h2>
        <span class="muted small">{say.othersLead}</span>
      </div>
      <Table label={texts.console.table(say.others)} headings={[say.feed, say.result]}>
        {others.map(({ feed, status, version }) => (
          <tr key={feed}>
            <th scope="row">
              <a href={`/feeds/${feed}/deliveries/${delivery}`}>{feed}</a>
            </th>
            <td>
              <State of={status} /> {version !== undefined && texts.console.runs.version(version)}
            </td>
          </tr>
        ))}
      </Table>
    </section>
  );
}

function hasReport({ status, documents }: DeliveryView): boolean {
  return status === "HELD" || documents.includes("report.json");
}

function Downloads({ view, path }: { readonly view: DeliveryView; readonly path: string }) {
  const { hasOriginal, documents, size } = view;
  if (!hasOriginal && documents.length === 0) return null;
  return (
    <Menu label={texts.console.download}>
      {hasOriginal && (
        <a href={`${path}/original`} download>
          {say.original} <span class="muted">{sizeText(size)}</span>
        </a>
      )}
      {documents.map((name) => (
        <a key={name} href={`${path}/documents/${encodeURIComponent(name)}`} download>
          {name.endsWith(".rejects.csv") ? say.rejects : name === "report.json" ? say.report : name}
        </a>
      ))}
    </Menu>
  );
}

interface ShownProps {
  readonly view: DeliveryView;
  readonly reported: Loaded<DeliveryReport>;
  readonly path: string;
  /** The result of the decision that was just made. */
  readonly done: Done | undefined;
  readonly onDecided: (done: Done) => void;
  /** Called after a decision failed, for example because the changes on the screen are out of date. */
  readonly onStale: () => void;
}

function Shown({ view, reported, path, done, onDecided, onStale }: ShownProps) {
  const isDeciding = done?.isUnderWay === true;
  const { data: report } = reported;
  const isHeld = view.status === "HELD" && !isDeciding;
  const isUnused = !isHeld && unused.has(view.status);
  const content = hasReport(view) ? (
    <Region of={reported}>
      {(shown) => (
        <>
          <Summary report={shown} isHeld={isHeld} isUnused={isUnused} />
          {shown.rejected !== undefined && <Rejected table={shown.rejected} view={view} path={path} />}
          {shown.changes !== undefined && <Changes report={shown} isUnused={isUnused} />}
          {shown.file.findings.length > 0 && <Findings report={shown} />}
          {shown.first !== undefined && <First report={shown} />}
        </>
      )}
    </Region>
  ) : (
    !undecided.has(view.status) && (
      <p class="muted">
        {view.forgotten !== undefined
          ? say.reportForgotten(dateTime(view.forgotten.at), view.forgotten.by, view.forgotten.reason)
          : view.isEvaluated
            ? say.reportGone
            : say.noReport}
      </p>
    )
  );
  const partner = view.partner !== undefined && !isDeciding && <Partner message={view.partner} />;
  return isHeld ? (
    <div class="side">
      <Why view={view} report={report} />
      {content}
      <OtherFeeds view={view} />
      {partner}
      <Decide view={view} report={report} path={path} onDecided={onDecided} onStale={onStale} />
    </div>
  ) : (
    <div class="stackl">
      <Outcome view={view} path={path} done={done} onDone={onDecided} />
      {report !== undefined && report.file.guards.length > 0 && <Why view={view} report={report} isPast />}
      {content}
      <OtherFeeds view={view} />
      {partner}
    </div>
  );
}

/** Statuses of files that Lading did not use for a list. */
const unused: ReadonlySet<string> = new Set(["REJECTED", "SUPERSEDED", "QUARANTINED"]);

const undecided: ReadonlySet<string> = new Set(["RECEIVED", "WAITING", "HELD"]);

/** Shows the outcome of a delivery, and the decision or the reason that led to it. */
function Outcome({
  view,
  path,
  done,
  onDone,
}: Pick<ShownProps, "view" | "path" | "done"> & { readonly onDone: (done: Done) => void }) {
  const { status, reason, decidedBy, decidedReason, version, served, feed, hasOriginal } = view;
  const { decision, decidedAt, isRolledBack } = view;
  const [isAsking, setAsking] = useState(false);
  const isDeciding = done?.isUnderWay === true;
  return (
    <div class="note">
      <p>
        {(done === undefined || isDeciding) && <strong>{say.outcomes[status]?.(version) ?? status}</strong>}{" "}
        {undecided.has(status) &&
          !isDeciding &&
          view.pausedAt !== undefined &&
          `${say.waitsForResume(view.pausedAt)} `}
        {decidedBy !== undefined
          ? say.decided(decision === "RELEASED", decidedBy, dateTime(decidedAt ?? ""), decidedReason ?? "")
          : reason !== undefined && <Prose text={withFieldLabels(reason)} />}{" "}
        {isRolledBack === true && <strong>{say.rolledBack} </strong>}
        {served !== undefined && <span class="muted">{say.served(served.number, served.records)}</span>}
      </p>
      <div class="actions">
        {hasOriginal && !isDeciding && !undecided.has(status) && view.pausedAt === undefined && (
          <button type="button" class="btn" onClick={() => setAsking(true)}>
            {say.replay}
          </button>
        )}
        {!isDeciding && (
          <a class="btn" href={`/feeds/${feed}`}>
            {say.toList}
          </a>
        )}
      </div>
      {isAsking && (
        <ReasonDialog
          title={say.replayTitle(view.file)}
          action={say.replay}
          path={path}
          body={{ verb: "replay", changeSet: "" }}
          onDone={(done) => {
            setAsking(false);
            onDone(done);
          }}
          onCancel={() => setAsking(false)}
        >
          <p>{say.replayEffect}</p>
        </ReasonDialog>
      )}
    </div>
  );
}
