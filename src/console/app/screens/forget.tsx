import type { Done, ForgetView } from "../../api/views.js";
import { useLoaded } from "../api.js";
import { useState } from "../library.js";
import { dateTime, Prose, Region } from "../shown.js";
import { texts } from "../texts.js";
import { ReasonDialog } from "./reason.js";

const say = texts.console.forget;

/** Removes a person from a feed permanently, after a preview of what will be removed. */
export function ForgetDialog({
  feed,
  id: given,
  onDone,
  onCancel,
}: {
  readonly feed: string;
  /** The record's ID. If undefined, the dialog asks for the ID. */
  readonly id: string | undefined;
  readonly onDone: (done: Done) => void;
  readonly onCancel: () => void;
}) {
  const [typed, setTyped] = useState("");
  const [searched, setSearched] = useState(given ?? "");
  const preview = useLoaded<ForgetView>(
    searched === "" ? undefined : `/api/feeds/${feed}/forget/preview`,
    false,
    { id: searched },
  );
  // The preview of an ID that was searched for earlier is never shown for another ID.
  const view = preview.data?.id === searched ? preview.data : undefined;
  return (
    <ReasonDialog
      title={given === undefined ? say.title(feed) : say.titleOf(given)}
      action={say.action}
      path={`/api/feeds/${feed}/forget`}
      body={{ id: searched }}
      hint={say.reasonHint}
      isReady={view !== undefined && (given ?? typed.trim()) === searched}
      onDone={onDone}
      onCancel={onCancel}
    >
      {given === undefined && (
        <form
          class="bar"
          onSubmit={(event) => {
            event.preventDefault();
            const id = typed.trim();
            if (id === searched) preview.reload();
            else setSearched(id);
          }}
        >
          <input
            class="input"
            aria-label={texts.console.feed.columns.id}
            placeholder={texts.console.feed.columns.id}
            maxLength={255}
            value={typed}
            onInput={({ currentTarget: { value } }) => setTyped(value)}
          />
          <button type="submit" class="btn">
            {say.search}
          </button>
        </form>
      )}
      {given === undefined && <p class="muted small">{say.idHint}</p>}
      <div aria-live="polite">
        {searched !== "" && (
          <Region of={{ ...preview, data: view }}>{(shown) => <Preview view={shown} />}</Region>
        )}
      </div>
    </ReasonDialog>
  );
}

function mayHaveData(view: ForgetView): boolean {
  const { isInList, isNoted, versions, changes, events, reports, files, unsearched } = view;
  return isInList || isNoted || versions.length + changes + events + reports + files.length + unsearched > 0;
}

function Preview({ view }: { readonly view: ForgetView }) {
  const { id, name, isInList, isNoted, versions, changes, events, reports, files, unsearched, elsewhere } =
    view;
  const inState = (state: string) => files.filter((file) => file.state === state);
  const [deletable, open, unknown] = [inState("deletable"), inState("open"), inState("unknown")];
  if (!mayHaveData(view)) return <p>{say.nothing(id)}</p>;
  return (
    <>
      <p>
        <strong>{name === "" ? id : `${id}: ${name}`}</strong>
      </p>
      <ul>
        {isInList && <li>{say.fromList}</li>}
        {isNoted && !isInList && <li>{say.fromNotes}</li>}
        {versions.length > 0 && <li>{say.fromVersions(versions)}</li>}
        {changes > 0 && <li>{say.changes(changes)}</li>}
        {events > 0 && <li>{say.event}</li>}
        {reports > 0 && <li>{say.reports(reports)}</li>}
        {deletable.length > 0 && (
          <li>
            {say.files(deletable.length)} <Names files={deletable} />
          </li>
        )}
      </ul>
      {open.length > 0 && (
        <p class="note warn">
          {say.open(open.length)} <Names files={open} />
        </p>
      )}
      {unknown.length > 0 && (
        <p class="note warn">
          {say.unknown(unknown.length)} <Names files={unknown} />
        </p>
      )}
      {unsearched > 0 && <p>{say.unsearched(unsearched)}</p>}
      <p class="muted small">
        <Prose text={elsewhere} />
      </p>
      <p>
        <strong>{say.final}</strong>
      </p>
    </>
  );
}

/** Maximum number of files that are named. */
const named = 5;

function Names({ files }: { readonly files: ForgetView["files"] }) {
  const names = files.slice(0, named).map(({ file, receivedAt }) => say.file(file, dateTime(receivedAt)));
  return <>{say.names(names, files.length - names.length)}</>;
}
