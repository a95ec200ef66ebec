import { countryCodes } from "../../model/countries.js";
import { Select } from "./control.js";
import { Offer } from "./parts.js";
import { texts } from "./texts.js";
import { useWork } from "./work.js";

const names = new Intl.DisplayNames(["en"], { type: "region" });

export const countries = [...countryCodes]
  .map((code) => [code, names.of(code) ?? code] as const)
  .sort(([, a], [, b]) => a.localeCompare(b));

/** The result is empty if the browser does not provide time zones. */
export function zonesOf(country: string): readonly string[] {
  if (country === "") return [];
  const locale = new Intl.Locale("und", { region: country }) as Intl.Locale & {
    readonly getTimeZones?: () => readonly string[];
  };
  return locale.getTimeZones?.() ?? [];
}

/** True if all zones have the same time in both winter and summer, such as Berlin and Büsingen. */
export function isOneTime(zones: readonly string[]): boolean {
  const times = (timeZone: string): string =>
    ["2026-01-15T12:00:00Z", "2026-07-15T12:00:00Z"]
      .map((at) => new Date(at).toLocaleString("en-US", { timeZone }))
      .join();
  return new Set(zones.map(times)).size === 1;
}

/**
 * Asks for the country in order to determine the file's time zone, because people are more likely to know the country
 * than the time zone.
 */
export function AskZone() {
  const { country, setCountry } = useWork();
  const here = Intl.DateTimeFormat().resolvedOptions().timeZone;
  // A machine in the UTC time zone is probably a server, so its time zone does not suggest a country.
  const isPlace = here.includes("/") && !here.startsWith("Etc/");
  const offered = country === "" && isPlace ? [here] : zonesOf(country);
  return (
    <>
      <Select
        label={texts.form.zoneCountry}
        value={country}
        options={[["", texts.form.choose], ...countries]}
        onChoose={setCountry}
      />
      <span class="row tight">
        {offered.map((zone) => (
          <Offer
            label={country === "" ? texts.form.zoneHere(zone) : texts.form.useZone(zone)}
            key={zone}
            command={{ do: "set", path: ["zone"], value: zone }}
          />
        ))}
      </span>
    </>
  );
}
