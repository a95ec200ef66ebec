import { useState } from "./library.js";
import type { IssueGroup, OutcomeView, View } from "../studio/messages.js";
import type { RowFilter } from "../studio/requests.js";
import { Button } from "./control.js";
import { emptyList, leftOutOfList } from "./left-out-of-list.js";
import { Card, Copy, Fixes } from "./parts.js";
import { Menu } from "./shown.js";
import { goTo } from "./sight.js";
import { texts, fieldName } from "./texts.js";
import { useWork } from "./work.js";
import { AskZone } from "./zones.js";

interface Props {
  readonly outcome: OutcomeView | undefined;
  readonly isFresh: boolean;
  readonly setFilter: (filter: RowFilter) => void;
}

export function Outcome({ outcome, isFresh, setFilter }: Props) {
  const { view } = useWork();
  const said = outcome === undefined || !isFresh ? texts.outcome.working : summary(outcome, view);
  return (
    <Card title={texts.outcome.title} aria-busy={!isFresh}>
      <p role="status">
        <strong>{said}</strong>
      </p>
      {hasUncheckedCodes(view) && <p class="remark warning">{texts.outcome.taxCodesUnchecked}</p>}
      {isFresh &&
        outcome?.emptyLists.map((each) => (
          <p key={each.list} class="remark note">
            {emptyList(each)}
          </p>
        ))}
      {outcome !== undefined && <FeedRejects outcome={outcome} />}
      {outcome !== undefined && outcome.blocked === undefined && outcome.counts.read > 0 && (
        <Bar outcome={outcome} setFilter={setFilter} />
      )}
    </Card>
  );
}

/** A warning about rows that are OK here but that a feed rejects. */
export function FeedRejects({ outcome: { inFeed } }: { readonly outcome: Pick<OutcomeView, "inFeed"> }) {
  if (inFeed.refused !== undefined)
    return <p class="remark warning">{texts.outcome.feedRefuses(inFeed.refused)}</p>;
  if (inFeed.rejected === 0) return null;
  return <p class="remark warning">{texts.outcome.feedRejects(inFeed.rejected)}</p>;
}

/**
 * Downloads the finished list as a file. Until the list is finished, the button is disabled, and the reason is shown
 * next to it.
 */
export function DownloadList({ outcome, isFresh }: Pick<Props, "outcome" | "isFresh">) {
  const { view } = useWork();
  const reason = outcome === undefined || !isFresh ? texts.outcome.working : unfinished(outcome);
  if (outcome === undefined || reason !== undefined) {
    return (
      <div class="row tight low" id="download" tabIndex={-1}>
        <button type="button" disabled aria-describedby="no-list">
          {texts.outcome.download}
        </button>
        <span class="state warning" id="no-list">
          {reason}
        </span>
      </div>
    );
  }
  const { counts, isGrouped, unread } = outcome;
  const { isWhole } = view.table;
  return (
    <div class="row tight low" id="download" tabIndex={-1}>
      <Menu label={texts.outcome.download} class="main">
        <ul class="small muted">
          {leftOutOfList(outcome, isWhole).map((text) => (
            <li key={text}>{text}</li>
          ))}
          {hasUncheckedCodes(view) && <li>{texts.outcome.taxCodesNotChecked}</li>}
          {unread.length > 0 && <li>{texts.outcome.unread(unread)}</li>}
          {isTimeAdded(view) && <li>{texts.outcome.timeAdded}</li>}
          <li>{texts.outcome.sorted}</li>
        </ul>
        {(["csv", "xlsx", "json"] as const).map((format) => (
          <a key={format} href={`/api/session/${view.id}/list?format=${format}`} download>
            {texts.outcome.formats[format]}
          </a>
        ))}
      </Menu>
      <span class="small muted">
        {!isWhole
          ? texts.outcome.allRows
          : isGrouped
            ? texts.outcome.inGroups(counts.accepted, counts.read)
            : texts.outcome.inList(counts.accepted, counts.read)}
      </span>
    </div>
  );
}

/** True if the file contains no time of the last change, so that the time of the check is added. */
function isTimeAdded({ form }: View): boolean {
  const shape = form?.fields.find(({ name }) => name === "updated_at")?.shape;
  return shape === "absent" || shape === "open";
}

function unfinished(outcome: OutcomeView): string | undefined {
  const questions = outcome.questions.length;
  if (questions > 0) return texts.outcome.questions(questions);
  if (outcome.blocked !== undefined) return texts.outcome.noList;
  return outcome.counts.accepted > 0 ? undefined : texts.outcome.noneAccepted;
}

interface RemarksProps {
  readonly outcome: OutcomeView | undefined;
  readonly onShow: (group: IssueGroup, rowIndex: number) => void;
}

/** The problems found in the rows, each with its fixes and a button that shows the next affected row. */
export function Remarks({ outcome, onShow }: RemarksProps) {
  const { view } = useWork();
  const [shown, setShown] = useState<Readonly<Record<string, number>>>({});
  function show(group: IssueGroup): void {
    const key = keyOf(group);
    const next = shown[key] ?? 0;
    const rowIndex = group.rowIndexes[next % group.rowIndexes.length];
    setShown({ ...shown, [key]: next + 1 });
    if (rowIndex !== undefined) onShow(group, rowIndex);
  }
  // Issues with the whole file are already shown above, next to the reading options.
  const ofFile = new Set(view.table.issues.map(({ message }) => message));
  const issues = (outcome?.issues ?? []).filter(({ message }) => !ofFile.has(message));
  const { isWhole } = view.table;
  const isComplete = outcome?.open.length === 0 && outcome.blocked === undefined;
  const rejected = isComplete ? outcome.counts.rejected : 0;
  // Rows that are not shown here may be rejected too.
  const hasRejects = isComplete && (rejected > 0 || !isWhole);
  if (issues.length === 0 && !hasRejects) return null;
  return (
    <Card title={texts.outcome.issues}>
      <ul class="issues">
        {issues.map((group) => (
          <li key={keyOf(group)} class={group.isQuestion ? "warning" : group.severity}>
            <strong>
              {group.isQuestion ? texts.outcome.question : texts.outcome.severities[group.severity]}
            </strong>
            <span>
              {group.code === "zone_required"
                ? texts.form.zoneRequired
                : group.isQuestion
                  ? asked(group)
                  : group.message}{" "}
              <span class="muted">({texts.outcome.times(group.count)})</span>
              {group.code === "unknown_reference" && group.values.length > 0 && (
                <span class="reason">{texts.outcome.missing(group.values)}</span>
              )}
              {isWrongId(group, view) && (
                <span class="reason">
                  {texts.outcome.repeatedIds(group.column ?? fieldName("external_id"))}
                </span>
              )}
              {group.hint !== "" && <span class="reason">{group.hint}</span>}
              {group.isRejectedInFeed && (
                <span class="reason">
                  {outcome?.inFeed.refused === undefined
                    ? texts.outcome.rejectedInFeed
                    : texts.outcome.fileRejectedInFeed}
                </span>
              )}
              {group.code === "zone_required" && <AskZone />}
              <Fixes fixes={group.fixes}>
                {group.field !== undefined && <GoTo field={group.field} />}
                {group.fixes.length === 0 && group.field === undefined && group.severity !== "note" && (
                  <Copy text={`${group.message} ${group.hint}`} label={texts.outcome.copy} />
                )}
              </Fixes>
            </span>
            {group.rowIndexes.length > 0 && (
              <Button
                label={texts.outcome.showShort}
                aria-label={texts.outcome.show(group.column ?? group.field ?? group.message)}
                onPress={() => show(group)}
              />
            )}
          </li>
        ))}
      </ul>
      {hasRejects && (
        <p>
          <a class="button" href={`/api/session/${view.id}/rejects`} download>
            {isWhole ? texts.outcome.rejects(rejected) : texts.outcome.allRejects}
          </a>
          <span class="reason">{texts.outcome.correctRows}</span>
        </p>
      )}
    </Card>
  );
}

/** True if most rows have an ID that occurs in several rows. Their column is then probably not the ID. */
export function isWrongId({ code, count }: Pick<IssueGroup, "code" | "count">, view: View): boolean {
  return code === "duplicate_id" && count * 2 > view.table.rows;
}

function asked({ code, field = "", column, values }: IssueGroup): string {
  if (code === "missing_value") return texts.outcome.asksBlank(fieldName(field));
  return texts.outcome.asks(values, column ?? fieldName(field));
}

function GoTo({ field }: { readonly field: string }) {
  if (fieldName(field) === field) return null;
  return <Button label={texts.outcome.goTo(fieldName(field))} class="quiet" onPress={() => goTo(field)} />;
}

const parts = ["accepted", "rejected", "waiting", "skipped", "merged"] as const;

/** All rows as one bar. Pressing a segment, except the one for merged rows, filters the grid. */
function Bar({ outcome, setFilter }: { readonly outcome: OutcomeView } & Pick<Props, "setFilter">) {
  return (
    <div class="bar row">
      {parts.map((part) => {
        const count = outcome.counts[part];
        if (count === 0) return null;
        const isSoFar = part === "accepted" && outcome.open.length > 0;
        const word =
          part !== "merged"
            ? texts.outcome.bar[part]
            : outcome.isGrouped
              ? texts.outcome.barGrouped
              : count === 1
                ? texts.outcome.barDuplicate
                : texts.outcome.bar.merged;
        const words = `${count.toLocaleString("en")} ${isSoFar ? texts.grid.soFar : word}`;
        return part === "merged" ? (
          <span key={part} class={part} style={{ flexGrow: count }}>
            {words}
          </span>
        ) : (
          <Button
            label={words}
            key={part}
            class={part}
            style={{ flexGrow: count }}
            aria-label={texts.outcome.showing(words)}
            onPress={() => setFilter(part === "waiting" ? "asked" : part)}
          />
        );
      })}
    </div>
  );
}

function keyOf({ code, field, column }: IssueGroup): string {
  return [code, field, column].join(" ");
}

function summary(outcome: OutcomeView, view: View): string {
  if (view.table.rows === 0 && view.table.issues.length === 0) return texts.read.noRows;
  if (outcome.blocked !== undefined) return outcome.blocked;
  const { read, accepted, rejected, waiting, merged } = outcome.counts;
  return [
    texts.outcome.counts(read, accepted, rejected, outcome.questions.length),
    ...outcome.rules.map(({ rule, count }) => texts.outcome.skipped(count, rule)),
    ...(waiting > 0 ? [texts.outcome.waiting(waiting)] : []),
    ...(merged > 0 ? [(outcome.isGrouped ? texts.outcome.grouped : texts.outcome.merged)(merged)] : []),
    ...(outcome.issues.length === 0 &&
    outcome.open.length === 0 &&
    outcome.emptyLists.length === 0 &&
    !hasUncheckedCodes(view)
      ? [texts.outcome.noIssues]
      : []),
  ].join(". ");
}

function hasUncheckedCodes({ form }: View): boolean {
  return form?.fields.some(({ isUnchecked }) => isUnchecked === true) === true;
}
