import { useState } from "./library.js";
import { countryCodes } from "../../records/countries.js";
import type { Send } from "./send.js";
import { texts } from "./texts.js";

/** Countries, and the time zones that they have. */

const countries = ((names) =>
  [...countryCodes]
    .map((code) => ({ code, name: names.of(code) ?? code }))
    .sort((a, b) => a.name.localeCompare(b.name)))(new Intl.DisplayNames(["en"], { type: "region" }));

/** To choose among in a list. */
export function Countries() {
  return (
    <>
      {countries.map(({ code, name }) => (
        <option key={code} value={code}>
          {name}
        </option>
      ))}
    </>
  );
}

/** Time zones of a country; none where the browser does not know them. */
export function zonesOf(country: string): readonly string[] {
  if (country === "") return [];
  const locale = new Intl.Locale("und", { region: country }) as Intl.Locale & {
    readonly getTimeZones?: () => readonly string[];
  };
  return locale.getTimeZones?.() ?? [];
}

/** The answer to in which time zone the times of the file were written: people know the country. */
export function AskZone({ send }: { readonly send: Send }) {
  const [country, setCountry] = useState("");
  const here = Intl.DateTimeFormat().resolvedOptions().timeZone;
  // UTC is no place: it says that the machine is a server, and nothing of where the file was written.
  const isPlace = here.includes("/") && !here.startsWith("Etc/");
  const offered = country === "" && isPlace ? [here] : zonesOf(country);
  return (
    <>
      <label class="control">
        {texts.form.zoneCountry}
        <select value={country} onChange={(event) => setCountry(event.currentTarget.value)}>
          <option value="">{texts.form.choose}</option>
          <Countries />
        </select>
      </label>
      <span class="row tight">
        {offered.map((zone) => (
          <button
            key={zone}
            type="button"
            class="quiet"
            onClick={() => void send({ do: "set", path: ["zone"], value: zone })}
          >
            {country === "" ? texts.form.zoneHere(zone) : texts.form.useZone(zone)}
          </button>
        ))}
      </span>
    </>
  );
}
