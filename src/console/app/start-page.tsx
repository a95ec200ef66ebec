import { useState } from "./library.js";
import type { Start, StudioError, View } from "../studio/messages.js";
import { Button, FileButton, instead } from "./control.js";
import { ConsoleAccess } from "./make-secret.js";
import { clockTime, PlainTable } from "./parts.js";
import { failureOf } from "./api.js";
import { server } from "./server.js";
import { sizeText } from "./shown.js";
import { texts } from "./texts.js";

interface Props {
  readonly start: Start | undefined;
  readonly isShared: boolean;
  readonly onOpen: (view: View) => void;
  readonly onError: (error: StudioError | undefined) => void;
}

export function StartPage({ start, isShared, onOpen, onError }: Props) {
  const [isOver, setOver] = useState(false);
  const [busy, setBusy] = useState<string>();
  /** Undefined unless a file is being uploaded. */
  const [upload, setUpload] = useState<{ readonly sent: number; readonly size: number }>();
  /** The mapping to use for the next sample. */
  const [wanted, setWanted] = useState<string>();

  const { open: opened = [], inbox = [], mappings = [] } = start ?? {};

  async function open(name: string, ask: () => Promise<View>): Promise<void> {
    setBusy(name);
    onError(undefined);
    try {
      const view = await ask();
      onOpen(
        wanted === undefined
          ? view
          : await server.command(view.id, view.revision, { do: "load", path: wanted }),
      );
    } catch (error) {
      onError(failureOf(error));
    } finally {
      setBusy(undefined);
    }
  }

  function take([file, ...more]: readonly File[]): void {
    if (file === undefined || busy !== undefined) return;
    if (more.length > 0) onError({ message: texts.start.several(more.length + 1), hint: "" });
    else if (start !== undefined && file.size > start.largest) {
      onError({ message: texts.start.tooLarge(file.name, start.largest), hint: "" });
    } else if (file.size === 0) {
      onError({ message: texts.start.empty(file.name), hint: "" });
    } else void open(file.name, () => drop(file));
  }

  async function drop(file: File): Promise<View> {
    const { size } = file;
    const onSent = (share: number): void => setUpload(share < 1 ? { sent: share * size, size } : undefined);
    onSent(0);
    try {
      return await server.drop(file, onSent);
    } finally {
      setUpload(undefined);
    }
  }

  return (
    <div class="start">
      <h1>{texts.start.title}</h1>
      <p>{isShared ? texts.start.sharedLead : texts.start.lead}</p>
      <div
        class={isOver ? "card drop over" : "card drop"}
        onDragOver={instead(() => setOver(true))}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault();
          setOver(false);
          take([...(event.dataTransfer?.files ?? [])]);
        }}
      >
        <p>{texts.start.drop}</p>
        <FileButton label={texts.start.choose} onChoose={take} isMain />
        <p class="muted" aria-live="polite">
          {busy !== undefined
            ? (upload === undefined ? texts.start.reading : texts.start.sending)(busy)
            : wanted === undefined
              ? `${isShared ? texts.sharedPrivacy : texts.privacy} ${start === undefined ? "" : texts.start.most(start.largest)}`
              : texts.start.wanted(wanted)}
        </p>
        {busy !== undefined && (
          <p>
            <progress max={upload?.size} value={upload?.sent} aria-label={texts.start.sending(busy)} />{" "}
            {upload !== undefined && texts.start.sent(sizeText(upload.sent), sizeText(upload.size))}
          </p>
        )}
      </div>
      {opened.length > 0 && (
        <section>
          <h2>{texts.start.opened}</h2>
          <ul class="row">
            {opened.map(({ id, name, openedAt }) => (
              <li key={id}>
                <Button
                  label={
                    opened.some((other) => other.id !== id && other.name === name)
                      ? texts.start.takeOpenedAt(name, clockTime(openedAt))
                      : texts.start.take(name)
                  }
                  onPress={() => void open(name, () => server.view(id))}
                />
              </li>
            ))}
          </ul>
        </section>
      )}
      {inbox.length > 0 && (
        <section>
          <h2>{texts.start.inbox}</h2>
          <PlainTable
            headings={[texts.start.file, texts.start.source, texts.start.size]}
            rows={inbox.map(({ source, name, size }) => [
              <Button
                label={name}
                aria-label={texts.start.take(name)}
                onPress={() => void open(name, () => server.pick(source, name))}
              />,
              source,
              sizeText(size),
            ])}
          />
        </section>
      )}
      {mappings.length > 0 && (
        <section>
          <h2>
            {start?.workspace === undefined && !isShared ? texts.start.mappingsHere : texts.start.mappings}
          </h2>
          <PlainTable
            headings={[texts.start.mapping, texts.start.usedBy]}
            rows={mappings.map(({ path, feeds }) => [
              <Button
                label={path}
                aria-pressed={wanted === path}
                onPress={() => setWanted(wanted === path ? undefined : path)}
              />,
              feeds.join(", ") || (path.endsWith(".draft.yaml") ? texts.start.draft : texts.start.unused),
            ])}
          />
        </section>
      )}
      {start?.workspace !== undefined && start.operators !== undefined && (
        <section>
          <h2>{texts.secret.title}</h2>
          <ConsoleAccess page={start.operators} />
        </section>
      )}
      {start !== undefined && !isShared && (
        <p class="muted">
          {start.workspaceError ??
            (start.workspace === undefined
              ? texts.start.noWorkspace
              : texts.start.workspace(start.workspace))}
        </p>
      )}
    </div>
  );
}
