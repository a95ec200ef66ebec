import { useEffect, useState } from "./library.js";
import type { DeliveryCheck } from "../api/views.js";
import type { FeedTried, Start } from "../studio/messages.js";
import { announceChange, failureOf, useLoaded } from "./api.js";
import { Button } from "./control.js";
import { MakeSecret, ConsoleAccess } from "./make-secret.js";
import { ErrorRemark, useAsk } from "./parts.js";
import { go as show } from "./router.js";
import { FeedRejects } from "./outcome.js";
import { server } from "./server.js";
import { withFocus } from "./sight.js";
import { texts } from "./texts.js";
import { useWork } from "./work.js";

interface Props {
  readonly tried: FeedTried;
  readonly account: string;
  /** Time of the nightly run, such as `02:30`. */
  readonly nightly: string;
}

/**
 * Shows the result of testing a new feed with the sample, and the remaining steps before the feed's list is served.
 */
export function FeedDone({ tried, account, nightly }: Props) {
  const { view, go, leave } = useWork();
  const [others, setOthers] = useState<Start["open"]>([]);
  const [isBusy, setBusy] = useState(false);
  const { error, ask, setError } = useAsk();
  const { feed, folder, steps, operators, served, counts, inFeed, blocked } = tried;
  // Other feeds may receive the file too, and no later page names them.
  const check = useLoaded<DeliveryCheck>(
    blocked === undefined ? `/api/feeds/${feed}/deliver/check` : undefined,
    false,
    { name: view.file },
  );
  const receivers = check.data?.feeds ?? [];
  useEffect(() => {
    ask(server.start(), ({ open }) => {
      // A file that was opened twice is offered once, with its newest sample.
      const byName = new Map(open.toReversed().map((sample) => [sample.name, sample]));
      setOthers([...byName.values()].filter(({ name }) => name !== view.file));
    });
  }, []);

  async function process(): Promise<void> {
    setBusy(true);
    setError(undefined);
    const here = location.pathname + location.search;
    try {
      const { delivery } = await server.deliver(view.id, feed);
      announceChange();
      // The person may have opened another screen or sample in the meantime.
      if (location.pathname + location.search !== here) return;
      show(delivery === undefined ? `/feeds/${feed}` : `/feeds/${feed}/deliveries/${delivery}`);
      scrollTo(0, 0);
    } catch (thrown) {
      setError(failureOf(thrown));
      setBusy(false);
    }
  }

  return (
    <>
      <p class="remark good" tabIndex={-1} ref={withFocus}>
        {texts.feed.written(feed)}{" "}
        {blocked ?? texts.outcome.counts(counts.read, counts.accepted, counts.rejected) + texts.feed.bySample}
      </p>
      {blocked === undefined && <FeedRejects outcome={tried} />}
      {blocked === undefined && (inFeed.rejected > 0 || inFeed.refused !== undefined) && (
        <p>{texts.feed.promoteAgain}</p>
      )}
      {steps.length > 0 && (
        <>
          <p>{texts.feed.server}</p>
          <ul>
            {steps.map(({ what, isDone, detail, next }) => (
              <li key={what} class={isDone ? "" : "remark error"}>
                {what}: {detail} {!isDone && next}
              </li>
            ))}
          </ul>
        </>
      )}
      {blocked === undefined && <p>{texts.feed.decide}</p>}
      {receivers.length > 1 && <p class="remark note">{texts.console.deliver.receivers(receivers)}</p>}
      <p class="row">
        {blocked === undefined && (
          <Button
            label={isBusy ? texts.console.working : texts.feed.deliver}
            class="main"
            disabled={isBusy}
            onPress={() => void process()}
          />
        )}
        <a class="button" href={`/feeds/${feed}`}>
          {texts.feed.toFeed}
        </a>
      </p>
      <ErrorRemark error={error} />
      {folder !== undefined && <p>{texts.feed.arrive(folder)}</p>}
      <p class="row">
        {others.length > 0 && texts.feed.others}
        {others.map(({ id, name }) => (
          <Button label={texts.second.look(name)} key={id} onPress={() => go(id)} />
        ))}
        <Button label={texts.feed.other} onPress={leave} />
      </p>
      <details>
        <summary>{texts.console.administrators}</summary>
        <p>{texts.feed.next(nightly)}</p>
        <ConsoleAccess page={operators} />
        <p>
          {texts.feed.served} {served !== undefined && <code>GET {served}</code>}
        </p>
        <MakeSecret kind="token" account={account} />
      </details>
    </>
  );
}
