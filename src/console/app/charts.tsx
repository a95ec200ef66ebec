import type { Bar } from "../api/views.js";
import type { DeliveryStatus } from "../../feeds/lists/feed-state.js";
import { useLayoutEffect, useRef, useState, type ComponentChildren } from "./library.js";
import { count, dateTime } from "./shown.js";
import { texts } from "./texts.js";
import { ticksTo } from "./ticks.js";

/** Charts of the rows in a feed's deliveries. */

const barWidth = 4;
const sparkBars = 30;

/** Shows the number of rows in each delivery, with the newest on the right. */
export function Spark({ bars }: { readonly bars: readonly Bar[] }) {
  if (bars.length === 0) return <span class="muted">–</span>;
  const { label, most, xOf } = scaled(bars);
  const height = (rows: number): number =>
    most === 0 ? 1 : Math.max(1, Math.round((rows / most) * 200) / 10);
  const lines = (kind: Kind): string =>
    bars
      .filter(({ status }) => kindOf(status) === kind)
      .map((bar) => `M${xOf(bar) + 2} 24v-${height(bar.rows)}`)
      .join("");
  return (
    <svg class="spark" width="120" height="24" viewBox="0 0 120 24" role="img" aria-label={label}>
      <title>{label}</title>
      <path d={lines("b")} />
      <path class="s" d={lines("s")} />
      {bars
        .filter(({ status }) => isHeld(status))
        .map((bar) => (
          <rect
            key={bar.delivery}
            class="h"
            x={xOf(bar) + 0.5}
            y={23.5 - height(bar.rows)}
            width="3"
            height={height(bar.rows)}
          />
        ))}
      <path
        class="x"
        d={bars
          .filter(({ status }) => isRefused(status))
          .map((bar) => `M${xOf(bar)} 18l4 4m0 -4l-4 4`)
          .join("")}
      />
    </svg>
  );
}

function isHeld(status: DeliveryStatus): boolean {
  return status === "HELD" || status === "WAITING" || status === "RECEIVED";
}

function isRefused(status: DeliveryStatus): boolean {
  return status === "REJECTED" || status === "QUARANTINED";
}

function scaled(bars: readonly Bar[]) {
  const most = Math.max(...bars.map(({ rows }) => rows));
  const least = Math.min(...bars.map(({ rows }) => rows));
  const start = (sparkBars - bars.length) * barWidth;
  const places = new Map(bars.map((bar, at) => [bar, start + at * barWidth]));
  const last = bars.at(-1);
  return {
    most,
    xOf: (bar: Bar): number => places.get(bar) ?? 0,
    label: texts.console.sparkLabel(bars.length, count(least), count(most), last && isHeld(last.status)),
  };
}

/** Shows the same data as a sparkline, with a scale and dates. */
export function BarChart({ bars }: { readonly bars: readonly Bar[] }) {
  if (bars.length === 0) return null;
  const { label } = scaled(bars);
  const present = new Set(bars.map(({ status }) => kindOf(status)));
  return (
    <>
      <Plot label={label} tops={bars.map(({ rows }) => rows)} times={bars.map(({ at }) => at)}>
        {({ x, y, width, middle }) =>
          bars.map(({ rows, status, at }, i) => {
            const kind = kindOf(status);
            const top = Math.min(y(rows), base - 1);
            return (
              <g key={i}>
                {kind === "x" ? (
                  <path class="x" d={cross(middle(i), Math.min(top, base - 10) + 5)} />
                ) : (
                  <rect class={kind} x={x(i)} y={top} width={width} height={base - top} />
                )}
                <title>{`${dateTime(at)} UTC: ${count(rows)}, ${texts.console.states[status] ?? status}`}</title>
              </g>
            );
          })
        }
      </Plot>
      <Legend
        of={(["b", "s", "h", "x"] as const)
          .filter((kind) => present.has(kind))
          .map((kind) => [kind, texts.console.feed.chartKinds[kind]])}
      />
    </>
  );
}

/** How a file is drawn: `b` for a file that was used, `s` for a superseded one, `h` for an undecided one, or `x`. */
type Kind = "b" | "s" | "h" | "x";

function kindOf(status: DeliveryStatus): Kind {
  if (isRefused(status)) return "x";
  if (isHeld(status)) return "h";
  return status === "SUPERSEDED" ? "s" : "b";
}

/** A cross with a width of 8 pixels. */
export function cross(x: number, y: number): string {
  return `M${x - 4} ${y - 4}l8 8m0 -8l-8 8`;
}

/** Explains how the parts of a chart are drawn, by the classes of the parts. */
export function Legend({ of }: { readonly of: readonly (readonly [kind: string, words: string])[] }) {
  return (
    <p class="legend mt2">
      {of.map(([kind, words]) => (
        <span key={kind}>
          <svg class="chart" width="12" height="12" aria-hidden="true">
            {kind === "x" ? (
              <path class="x" d={cross(6, 6)} />
            ) : (
              <rect class={kind} x="1" y="1" width="10" height="10" />
            )}
          </svg>
          {words}
        </span>
      ))}
    </p>
  );
}

/** The y-coordinates of the value 0 and of the top of the scale. */
export const base = 126;
const top = 16;
const left = 44;

/** Maximum number of bars in a chart. */
const most = 30;

interface Scale {
  /** The left edge of a bar, by its position in the chart. */
  readonly x: (at: number) => number;
  readonly middle: (at: number) => number;
  readonly y: (value: number) => number;
  readonly width: number;
}

/** A chart as wide as its container, with date labels and a scale that starts at 0. The newest bar is on the right. */
export function Plot({
  label,
  tops,
  times,
  children,
}: {
  readonly label: string;
  /** The value of each bar, oldest first. */
  readonly tops: readonly number[];
  readonly times: readonly string[];
  readonly children: (scale: Scale) => ComponentChildren;
}) {
  const figure = useRef<HTMLDivElement>(null);
  const [wide, setWide] = useState(720);
  useLayoutEffect(() => {
    const { current } = figure;
    if (current === null) return undefined;
    const watch = new ResizeObserver(() => setWide(Math.max(240, current.clientWidth)));
    watch.observe(current);
    return () => watch.disconnect();
  }, []);
  const step = (wide - left - 4) / most;
  const width = Math.max(3, Math.min(24, Math.round(step * 0.65)));
  const x = (at: number): number => Math.round(left + (most - tops.length + at) * step);
  const middle = (at: number): number => x(at) + width / 2;
  const ticks = ticksTo(Math.max(...tops));
  const y = (value: number): number => base - Math.round((value / (ticks.at(-1) ?? 1)) * (base - top));
  return (
    <div ref={figure}>
      <svg class="chart" viewBox={`0 0 ${wide} 150`} role="img" aria-label={label}>
        {ticks.map((value) => (
          <g key={value}>
            <path class="grid" d={`M${left - 4} ${y(value)}H${wide}`} />
            <text x={left - 10} y={y(value) + 4} text-anchor="end">
              {count(value)}
            </text>
          </g>
        ))}
        {children({ x, y, middle, width })}
        {labelled(times, (one, other) => Math.abs(x(one) - x(other)) > 64).map((at) => (
          <text key={at} x={Math.min(wide, middle(at) + 24)} y="145" text-anchor="end">
            {dayOf(times[at] ?? "")}
          </text>
        ))}
      </svg>
    </div>
  );
}

function dayOf(at: string): string {
  return dateTime(at).split(",")[0] ?? "";
}

/** Indexes of the bars with a date label: last, first and middle. No two labels overlap or show the same day. */
function labelled(
  times: readonly string[],
  isApart: (one: number, other: number) => boolean,
): readonly number[] {
  const last = times.length - 1;
  const found: number[] = [];
  for (const at of [last, 0, Math.floor(last / 2)]) {
    if (found.every((other) => isApart(at, other) && dayOf(times[at] ?? "") !== dayOf(times[other] ?? "")))
      found.push(at);
  }
  return found;
}
