import type { DeliveryCheck, Done, FeedView, Me } from "../../api/views.js";
import { deliverFile, failureOf, post } from "../api.js";
import { useEffect, useRef, useState } from "../library.js";
import { sizeText } from "../shown.js";
import { texts } from "../texts.js";
import { AboutOriginal } from "./about-original.js";
import { useReason } from "./reason.js";

/** The screen for uploading a file, such as a corrected export, to a feed. */

const say = texts.console.deliver;

interface Props {
  readonly feed: string;
  readonly view: FeedView;
  readonly me: Me;
  readonly onDone: (done: Done) => void;
}

export function Deliver({ feed, view, me: { largestUpload }, onDone }: Props) {
  const [file, setFile] = useState<File>();
  const [isOver, setOver] = useState(false);
  const [error, setError] = useState<string>();
  /** The reason why the most recently chosen file cannot be delivered. */
  const [refusal, setRefusal] = useState<string>();
  /** The fraction of the file that was sent, from 0 to 1. Undefined if no upload is in progress. */
  const [sent, setSent] = useState<number>();
  const cancel = useRef<AbortController | undefined>(undefined);
  /** All feeds that will receive the chosen file. */
  const [receivers, setReceivers] = useState<readonly string[]>([]);
  /** The file that was chosen last. Responses about other files are ignored. */
  const latest = useRef<File | undefined>(undefined);
  const chooser = useRef<HTMLInputElement>(null);
  const { reason, check, clear, field } = useReason();
  useEffect(() => () => cancel.current?.abort(), []);

  function take([chosen, ...more]: readonly File[]): void {
    if (chosen === undefined || sent !== undefined) return;
    const why =
      more.length > 0
        ? say.several
        : chosen.size === 0
          ? say.empty(chosen.name)
          : chosen.size > largestUpload
            ? say.tooLarge(chosen.name, largestUpload)
            : undefined;
    setError(why);
    setRefusal(why);
    setFile(why === undefined ? chosen : undefined);
    setReceivers([]);
    latest.current = why === undefined ? chosen : undefined;
    if (why === undefined) void checkName(chosen);
  }

  async function checkName(chosen: File): Promise<void> {
    try {
      const path = `/api/feeds/${feed}/deliver/check`;
      const { refusal: why, feeds } = await post<DeliveryCheck>(path, { name: chosen.name });
      if (latest.current !== chosen) return;
      setReceivers(feeds);
      if (why === undefined) return;
      setError(why);
      setRefusal(why);
      setFile(undefined);
    } catch (thrown) {
      if (latest.current === chosen) setError(failureOf(thrown).message);
    }
  }

  async function deliver(): Promise<void> {
    if (file === undefined) {
      setError(refusal ?? say.noFile);
      chooser.current?.focus();
      return;
    }
    if (!check()) return;
    cancel.current = new AbortController();
    setError(undefined);
    setSent(0);
    try {
      const { signal } = cancel.current;
      onDone(await deliverFile(feed, file, reason, { onSent: setSent, signal }));
      latest.current = undefined;
      setFile(undefined);
      setReceivers([]);
      clear();
    } catch (thrown) {
      const { message, hint } = failureOf(thrown);
      if ((thrown as Error).name !== "AbortError") setError(`${message} ${hint}`.trim());
    } finally {
      setSent(undefined);
    }
  }

  return (
    <div class="side">
      <form
        class="stack"
        onSubmit={(event) => {
          event.preventDefault();
          void deliver();
        }}
      >
        <div
          class={isOver ? "drop over" : "drop"}
          onDragOver={(event) => {
            event.preventDefault();
            setOver(true);
          }}
          onDragLeave={() => setOver(false)}
          onDrop={(event) => {
            event.preventDefault();
            setOver(false);
            take([...(event.dataTransfer?.files ?? [])]);
          }}
        >
          <strong>{file === undefined ? say.drop(feed) : say.chosen(file.name, sizeText(file.size))}</strong>
          <p>
            {say.formats(largestUpload)} {say.names} <code>{view.patterns.join(", ")}</code>
          </p>
          <label class="btn">
            {say.choose}
            <input
              class="vh"
              type="file"
              ref={chooser}
              disabled={sent !== undefined}
              onChange={({ currentTarget }) => {
                take([...(currentTarget.files ?? [])]);
                // Resetting the input allows the same file to be chosen again after a correction.
                currentTarget.value = "";
              }}
            />
          </label>
        </div>
        {receivers.length > 1 && <p class="note">{say.receivers(receivers)}</p>}
        {field(say.reason)}
        {error !== undefined && (
          <p class="err" role="alert">
            {error}
          </p>
        )}
        {sent === undefined ? (
          <button type="submit" class="btn primary">
            {say.action}
          </button>
        ) : (
          <div class="bar">
            <progress max={1} value={sent} aria-label={say.action} />
            <span role="status">
              {sent < 1
                ? say.sending(file?.name ?? "", Math.floor(sent * 100))
                : say.checking(file?.name ?? "")}
            </span>
            {sent < 1 && (
              <button type="button" class="btn sm" onClick={() => cancel.current?.abort()}>
                {texts.console.cancel}
              </button>
            )}
          </div>
        )}
      </form>
      <aside class="panel pad stack" aria-label={say.nextTitle}>
        <h2>{say.nextTitle}</h2>
        <p>{view.pausedAt === undefined ? say.next : say.paused(view.pausedAt)}</p>
        <p class="muted">{say.replaces}</p>
        <p class="muted">{say.rejects}</p>
        {view.mapping !== undefined && <p class="muted">{say.ownList}</p>}
        {view.original !== undefined && (
          <>
            <p class="muted">
              {say.original}{" "}
              <a href={`/api/feeds/${feed}/deliveries/${view.original.delivery}/original`} download>
                {view.original.file}
              </a>
            </p>
            <p class="muted">
              <AboutOriginal original={view.original} records={view.publication?.records ?? 0} />
            </p>
          </>
        )}
      </aside>
    </div>
  );
}
