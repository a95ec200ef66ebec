import type { Bar } from "../api/views.js";
import type { DeliveryStatus } from "../../feeds/lists/feed-state.js";
import { count, dateTime } from "./shown.js";
import { texts } from "./texts.js";

/** Charts of the rows in a feed's deliveries. */

const barWidth = 4;
const sparkBars = 30;

/** Shows the number of rows in each delivery, with the newest on the right. */
export function Spark({ bars }: { readonly bars: readonly Bar[] }) {
  if (bars.length === 0) return <span class="muted">–</span>;
  const { label, most, xOf } = scaled(bars);
  const height = (rows: number): number =>
    most === 0 ? 1 : Math.max(1, Math.round((rows / most) * 200) / 10);
  const plain = bars.filter(({ status }) => !isHeld(status) && !isRefused(status));
  return (
    <svg class="spark" width="120" height="24" viewBox="0 0 120 24" role="img" aria-label={label}>
      <title>{label}</title>
      <path d={plain.map((bar) => `M${xOf(bar) + 2} 24v-${height(bar.rows)}`).join("")} />
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
  const most = Math.max(...bars.map(({ rows }) => rows), 1);
  const top = roundedUp(most);
  const y = (rows: number): number => 126 - Math.round((rows / top) * 110);
  const x = (at: number): number => 44 + (30 - bars.length + at) * 37;
  const { label } = scaled(bars);
  return (
    <div class="scroll" tabIndex={0} role="region" aria-label={texts.console.chart} ref={toEnd}>
      <svg class="chart" viewBox="0 0 1180 150" role="img" aria-label={label}>
        <path class="grid" d="M40 126H1156M40 71H1156M40 16H1156" />
        {[0, top / 2, top].map((value) => (
          <text key={value} x="34" y={y(value) + 4} text-anchor="end">
            {count(value)}
          </text>
        ))}
        {bars.map(({ rows, status, at }, i) => (
          <g key={i}>
            {isRefused(status) ? (
              <path class="x" d={`M${x(i) + 8} ${Math.min(y(rows), 112)}l10 10m0 -10l-10 10`} />
            ) : (
              <rect
                class={isHeld(status) ? "h" : "b"}
                x={x(i)}
                y={Math.min(y(rows), 125)}
                width="24"
                height={Math.max(1, 126 - y(rows))}
              />
            )}
            <title>{`${dateTime(at)} UTC: ${count(rows)}, ${texts.console.states[status] ?? status}`}</title>
          </g>
        ))}
        {labelled(bars.map(({ at }) => at)).map((at) => (
          <text key={at} x={x(at) + 12} y="145" text-anchor="middle">
            {dayOf(bars[at]?.at ?? "")}
          </text>
        ))}
      </svg>
    </div>
  );
}

export function dayOf(at: string): string {
  return dateTime(at).split(",")[0] ?? "";
}

/** Indexes of the bars with a date label: first, middle and last. No two labels show the same day. */
export function labelled(times: readonly string[]): readonly number[] {
  const last = times.length - 1;
  const seen = new Set<string>();
  return [last, 0, Math.floor(last / 2)].filter((at) => {
    const day = dayOf(times[at] ?? "");
    const isNew = !seen.has(day);
    seen.add(day);
    return isNew;
  });
}

function toEnd(element: HTMLElement | null): void {
  if (element !== null) element.scrollLeft = element.scrollWidth;
}

/** The top of a scale. Its half is a whole number, which labels the middle of the scale. */
export function roundedUp(value: number): number {
  const unit = 10 ** Math.floor(Math.log10(Math.max(1, value)));
  const steps = [2, 4, 6, 10].map((each) => each * unit);
  return steps.find((each) => each >= value) ?? 10 * unit;
}
