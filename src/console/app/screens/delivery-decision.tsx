import type { DeliveryReport, DeliveryView, Done } from "../../api/views.js";
import type { Figure } from "../../../feeds/lists/guard.js";
import { withFieldLabels } from "../../../model/field-labels.js";
import { failureOf, sendDecision } from "../api.js";
import { useState } from "../library.js";
import { Confirm, count, Prose, Table } from "../shown.js";
import { texts } from "../texts.js";
import { kindsText } from "./changes.js";
import { useReason } from "./reason.js";

/** Why a delivery is held, and the decision about it. */

const say = texts.console.delivery;

export function Why({
  view: { held, served },
  report,
  isPast = false,
}: {
  readonly view: DeliveryView;
  readonly report: DeliveryReport | undefined;
  /** True if the file is no longer held. */
  readonly isPast?: boolean;
}) {
  const file = report?.file;
  const guards = file?.guards ?? held.map((sentence) => ({ guard: sentence, sentence }));
  const figures = file?.figures ?? [];
  const passed = figures.filter(({ tripped }) => !tripped);
  const kinds = report?.changes?.kinds ?? {};
  const { deactivated = 0, removed = 0 } = kinds;
  return (
    <section class="panel" aria-labelledby="h-why">
      <div class="sect">
        <h2 id="h-why">{isPast ? say.whyBefore : say.why}</h2>
        {!isPast && (
          <a class="btn sm right to-decision" href="#decide">
            {say.decide}
          </a>
        )}
        {!isPast && (
          <span class="muted small">
            {served === undefined
              ? texts.console.feed.noListYet
              : say.stillServed(served.number, served.records)}
          </span>
        )}
      </div>
      <ul class="plain reasons">
        {guards.map(({ guard, sentence }) => {
          const figure = figures.find((each) => each.guard === guard && each.tripped);
          return (
            <li key={guard}>
              <div>
                <p class="strong">
                  <Prose text={withFieldLabels(sentence)} />
                </p>
                {!isPast && guard === "rows_below" && deactivated + removed > 0 && (
                  <p class="muted">{say.ifApproved(deactivated, removed)}</p>
                )}
              </div>
              {figure !== undefined && <Gauge figure={figure} />}
            </li>
          );
        })}
      </ul>
      {passed.length > 0 && (
        <details class="more pad">
          <summary>{say.passed(passed.length)}</summary>
          <Table
            label={say.passed(passed.length)}
            class="mt2"
            headings={[say.guard, [say.thisFile, "n"], say.limit]}
          >
            {passed.map(({ guard, what, found, allowed }, i) => (
              <tr key={`${guard} ${i}`}>
                <th scope="row">{withFieldLabels(what)}</th>
                <td class="n">{count(found)}</td>
                <td>{allowed}</td>
              </tr>
            ))}
          </Table>
        </details>
      )}
    </section>
  );
}

/**
 * Shows a measured value as a bar, relative to the total or the previous value. Lines mark the limits, and a text
 * describes them.
 */
function Gauge({ figure: { found, of, allowed, what, minimum, maximum } }: { readonly figure: Figure }) {
  const most = Math.max(found, of, minimum ?? 0, maximum ?? 0, 1);
  const label = say.gauge(count(found), withFieldLabels(what), count(of), allowed);
  const width = (value: number): number => Math.round((232 * value) / most);
  return (
    <svg class="gauge" viewBox="0 0 240 34" role="img" aria-label={label}>
      <rect class="tr" x="4" y="3" width="232" height="12" rx="2" />
      <rect class="v" x="4" y="3" width={Math.max(2, width(found))} height="12" rx="2" />
      {[minimum, maximum].map(
        (limit) => limit !== undefined && <path key={limit} class="mark" d={`M${4 + width(limit)} 0v18`} />,
      )}
      <text x="4" y="30">
        {say.found(count(found))}
      </text>
      <text x="236" y="30" text-anchor="end">
        {say.allowed(allowed)}
      </text>
    </svg>
  );
}

export function Decide({
  view,
  report,
  path,
  onDecided,
  onStale,
}: {
  readonly view: DeliveryView;
  readonly report: DeliveryReport | undefined;
  readonly path: string;
  readonly onDecided: (done: Done) => void;
  /** Called after a decision failed, for example because the changes on the screen are out of date. */
  readonly onStale: () => void;
}) {
  const { served, feed, delivery, file, others } = view;
  const { reason, check, field } = useReason();
  const [verb, setVerb] = useState<"release" | "reject">();
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  const next = (served?.number ?? 0) + 1;
  const kinds = report?.changes?.kinds ?? {};
  const isUnusable = report?.isUnusable === true;
  const isOwnChange = report?.isOwnChange === true;
  // The button is visible from the start, so that the layout does not shift when the changes arrive.
  const canApprove = report === undefined || (report.changeSet !== undefined && !isUnusable);

  async function decide(): Promise<void> {
    setBusy(true);
    setError(undefined);
    try {
      onDecided(await sendDecision(path, { verb, changeSet: report?.changeSet ?? "", reason }));
    } catch (thrown) {
      const { message, hint } = failureOf(thrown);
      setError(`${message} ${hint}`.trim());
      onStale();
    } finally {
      setBusy(false);
      setVerb(undefined);
    }
  }
  const ask = (which: "release" | "reject"): void => {
    if (check()) setVerb(which);
  };
  return (
    <aside class="decide panel" id="decide" aria-labelledby="h-decide">
      <div class="sect">
        <h2 id="h-decide">{say.decide}</h2>
      </div>
      <div class="pad stack">
        {isUnusable && <p>{say.unusable}</p>}
        {isOwnChange && <p>{say.ownChange}</p>}
        {view.pausedAt !== undefined && <p>{say.resumeFirst(view.pausedAt)}</p>}
        {field(say.reasonHint)}
        {error !== undefined && (
          <p class="err" role="alert">
            {error}
          </p>
        )}
        <div class={canApprove ? "two" : ""}>
          {canApprove && (
            <button
              type="button"
              class="btn"
              aria-describedby="approve-effect"
              disabled={report === undefined}
              onClick={() => ask("release")}
            >
              {say.approve}
            </button>
          )}
          <button
            type="button"
            class="btn"
            aria-describedby="reject-effect"
            disabled={report === undefined}
            onClick={() => ask("reject")}
          >
            {say.reject}
          </button>
        </div>
        {canApprove && (
          <p class="small muted" id="approve-effect">
            <strong>{say.approve}</strong> {say.approveEffect(next)}
          </p>
        )}
        <p class="small muted" id="reject-effect">
          <strong>{say.reject}</strong> {isOwnChange ? say.rejectOwn : say.rejectEffect(served?.number)}
        </p>
        <details class="more small">
          <summary>{texts.console.administrators}</summary>
          <pre class="mt2">
            {(canApprove ? ["release", "reject"] : ["reject"])
              .map(
                (each) =>
                  `# ${each === "release" ? say.approve : say.reject}\nlading ${each} ${feed} \\\n  --delivery ${delivery.slice(0, 12)} \\\n  --reason TEXT`,
              )
              .join("\n\n")}
          </pre>
        </details>
      </div>
      {verb !== undefined && (
        <Confirm
          title={verb === "release" ? say.approveTitle(file) : say.rejectTitle(file)}
          action={verb === "release" ? say.approve : say.reject}
          isBusy={isBusy}
          onConfirm={() => void decide()}
          onCancel={() => setVerb(undefined)}
        >
          <p>
            {verb === "release"
              ? say.approveConfirm(next, kindsText(kinds))
              : say.rejectConfirm(served?.number)}
          </p>
          {others.length > 0 && <p>{say.onlyHere(feed, others.map(outcomeText).join(", "))}</p>}
          <p class="muted">{say.reasonIs(reason)}</p>
        </Confirm>
      )}
    </aside>
  );
}

function outcomeText({ feed, status, version }: DeliveryView["others"][number]): string {
  const label = texts.console.states[status] ?? status;
  return `${feed}: ${version === undefined ? label : say.version(label, version)}`;
}
