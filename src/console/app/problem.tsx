import { firstOf } from "../../sentence.js";
import type { ProblemView } from "../api/views.js";
import { Prose, When, withShortTimes } from "./shown.js";
import { texts } from "./texts.js";

/** A problem, with the same text as in `lading status`. */

/** Maximum number of feeds or files listed in a problem. */
const mostNamed = 10;

export function ProblemText({ problem }: { readonly problem: ProblemView }) {
  const { subject, feeds, files, sentence, detail, meanwhile, since, each, next, commands } = problem;
  const [file] = files.length === 1 ? files : [];
  const isNamed = feeds.length === 0 || feeds[0] === subject || each.length > 0;
  const more = each.length - mostNamed;
  const inConsole = texts.console.nextInConsole[problem.code];
  return (
    <>
      {file !== undefined && <strong>{file}</strong>} <Prose text={withShortTimes(sentence)} />{" "}
      {detail !== "" && <Prose text={withShortTimes(detail)} />}{" "}
      {meanwhile !== "" && <span class="muted">{meanwhile}</span>}{" "}
      {since !== null && (
        <span class="muted">
          {texts.console.since} <When at={since} /> UTC.
        </span>
      )}
      {each.length > 0 && (
        <ul>
          {each.slice(0, mostNamed).map((one) => (
            <li key={one.name}>
              {one.name}: <Prose text={one.sentence} />
            </li>
          ))}
          {more > 0 && <li>{texts.console.andMore(more)}</li>}
        </ul>
      )}
      {!isNamed && (
        <div>
          {texts.console.ofFeeds(feeds.length)} {firstOf(feeds)}
        </div>
      )}
      {(inConsole ?? next) !== "" && (
        <div class="muted">
          {texts.console.nextStep} <Prose text={inConsole ?? next} />
        </div>
      )}
      {commands.length > 0 && (
        <details>
          <summary>{texts.console.administrators}</summary>
          {inConsole !== undefined && (
            <p>
              <Prose text={next} />
            </p>
          )}
          <pre tabIndex={0}>{commands.join("\n")}</pre>
        </details>
      )}
    </>
  );
}

export function stateOf({ code, severity }: ProblemView): string {
  return Object.hasOwn(texts.console.states, code) ? code : severity;
}
