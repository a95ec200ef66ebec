import type { Done } from "../../api/views.js";
import { failureOf, sendDecision } from "../api.js";
import { useRef, useState, type ComponentChildren } from "../library.js";
import { Confirm } from "../shown.js";
import { texts } from "../texts.js";

/** Holds the reason for a decision and shows an error if the reason is missing. */
export function useReason() {
  const [reason, setReason] = useState("");
  const [isMissing, setMissing] = useState(false);
  const input = useRef<HTMLTextAreaElement>(null);
  return {
    reason: reason.trim(),
    clear: (): void => setReason(""),
    check: (): boolean => {
      const isThere = reason.trim() !== "";
      setMissing(!isThere);
      if (!isThere) input.current?.focus();
      return isThere;
    },
    field: (hint?: string) => (
      <label class="field">
        <span>{texts.console.reason}</span>{" "}
        <textarea
          rows={3}
          maxLength={500}
          ref={input}
          value={reason}
          aria-invalid={isMissing}
          aria-describedby={isMissing ? "reason-error" : hint && "reason-hint"}
          onInput={({ currentTarget: { value } }) => {
            setReason(value);
            if (value.trim() !== "") setMissing(false);
          }}
        />
        {hint !== undefined && (
          <span class="hint" id="reason-hint">
            {hint}
          </span>
        )}{" "}
        {isMissing && (
          <span class="err" id="reason-error" role="alert">
            {texts.console.enterReason}
          </span>
        )}
      </label>
    ),
  };
}

/** Asks for a reason and then sends a decision. */
export function ReasonDialog({
  title,
  action,
  path,
  body = {},
  hint,
  isReady = true,
  children,
  onDone,
  onCancel,
}: {
  readonly title: string;
  readonly action: string;
  readonly path: string;
  /** The decision without its reason. Default: only the reason is sent. */
  readonly body?: object;
  /** A hint for the reason. */
  readonly hint?: string;
  /** False while the decision cannot be sent, for example because its data is loading. */
  readonly isReady?: boolean;
  readonly children: ComponentChildren;
  readonly onDone: (done: Done) => void;
  readonly onCancel: () => void;
}) {
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  const { reason, check, field } = useReason();
  async function send(): Promise<void> {
    if (!isReady || !check()) return;
    setBusy(true);
    try {
      onDone(await sendDecision(path, { ...body, reason }));
    } catch (thrown) {
      const { message, hint } = failureOf(thrown);
      setError(`${message} ${hint}`.trim());
      setBusy(false);
    }
  }
  return (
    <Confirm
      title={title}
      action={action}
      isBusy={isBusy}
      isReady={isReady}
      onConfirm={() => void send()}
      onCancel={onCancel}
    >
      {children}
      {field(hint)}
      {error !== undefined && (
        <p class="err" role="alert">
          {error}
        </p>
      )}
    </Confirm>
  );
}
