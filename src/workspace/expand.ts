import { resolve } from "node:path";
import { matchesWildcard } from "../formats/wildcard.js";
import { nearest } from "../nearest.js";
import type { Diagnostic } from "../mapping/diagnostics.js";
import {
  isYamlMap,
  type Path,
  type Plain,
  type YamlMap,
  type YamlDocument,
} from "../mapping/yaml-document.js";
import { openTableSafely } from "../system/readers/evaluate-file.js";
import { diskFile } from "../system/read-file.js";

/**
 * This module expands the shorthand in `lading.yaml`: accounts from a table, feeds and sources for every account, and
 * defaults. The result is checked like a file that was written without shorthand. Diagnostics refer to the line in the
 * original file.
 */

export interface Expanded {
  readonly document: YamlDocument<Plain>;
  readonly diagnostics: readonly Diagnostic[];
  readonly isExpanded: boolean;
}

/** Table columns that contain account settings. Other columns are parameters for mappings and `${account.…}`. */
const accountKeys = ["account", "country", "company", "zone", "tax_mode", "currency", "tax_codes", "sync"];

const inText = /\$\{account\.([a-z][a-z0-9_]*)\}/g;

export async function expand(document: YamlDocument<Plain>, root: string): Promise<Expanded> {
  const value = mapOf(document.value);
  const writesOut = (part: string): boolean =>
    Object.keys(mapOf(value[part])).some((name) => name.includes("*") || name.includes("${account."));
  const isExpanded =
    Object.hasOwn(value, "accounts_from") ||
    Object.hasOwn(value, "defaults") ||
    writesOut("feeds") ||
    writesOut("sources");
  if (!isExpanded) return { document, diagnostics: [], isExpanded };
  const expansion = new Expansion(document, value);
  await expansion.readAccounts(root);
  expansion.writeOutSources();
  expansion.writeOutFeeds();
  return { document: expansion.document(), diagnostics: expansion.diagnostics, isExpanded };
}

class Expansion {
  readonly diagnostics: Diagnostic[] = [];
  readonly #file: YamlDocument<Plain>;
  readonly #value: YamlMap;
  readonly #accounts = new Map<string, YamlMap>();
  readonly #sources: Record<string, Plain> = {};
  readonly #feeds: Record<string, YamlMap> = {};
  /** Path in the original file, by the path of the expanded key. */
  readonly #places = new Map<string, Path>();

  constructor(file: YamlDocument<Plain>, value: YamlMap) {
    this.#file = file;
    this.#value = value;
  }

  async readAccounts(root: string): Promise<void> {
    const from = this.#value["accounts_from"];
    const written = mapOf(this.#value["accounts"]);
    if (typeof from === "string") {
      for (const [name, row] of await this.#table(resolve(root, from), from)) {
        this.#accounts.set(name, { ...row, ...mapOf(written[name]) });
        if (!Object.hasOwn(written, name)) this.#places.set(keyOf(["accounts", name]), ["accounts_from"]);
      }
    }
    for (const [name, account] of Object.entries(written)) {
      if (!this.#accounts.has(name)) this.#accounts.set(name, mapOf(account));
    }
  }

  writeOutSources(): void {
    for (const [name, source] of Object.entries(mapOf(this.#value["sources"]))) {
      const path = ["sources", name];
      if (!name.includes("${")) {
        this.#sources[name] = source;
        continue;
      }
      for (const account of this.#accounts.keys()) {
        const own = this.#text(name, account, path);
        this.#places.set(keyOf(["sources", own]), path);
        this.#sources[own] = this.#filled(source, account, path);
      }
    }
  }

  /**
   * Merges the defaults, then the matching patterns, then the feed's own settings. A setting completely replaces the
   * previous value of the same setting.
   */
  writeOutFeeds(): void {
    const written = mapOf(this.#value["feeds"]);
    for (const name of Object.keys(written)) {
      const [pattern = "", type = ""] = name.split("/");
      if (!name.includes("*")) {
        this.#addTo(name, pattern, ["feeds", name]);
        continue;
      }
      const accounts = [...this.#accounts.keys()].filter((account) => matchesWildcard(pattern, account));
      for (const account of accounts) this.#addTo(`${account}/${type}`, account, ["feeds", name]);
      if (accounts.length === 0)
        this.#report(["feeds", name], `no account matches ${JSON.stringify(pattern)}`);
    }
  }

  #addTo(feed: string, account: string, path: Path): void {
    const isNew = !Object.hasOwn(this.#feeds, feed);
    const before = this.#feeds[feed] ?? {};
    const all = isNew ? mapOf(this.#value["defaults"]) : {};
    const own = mapOf(mapOf(this.#value["feeds"])[String(path[1])]);
    const merged: Record<string, Plain> = { ...before };
    const take = (settings: YamlMap, from: Path): void => {
      for (const [key, value] of Object.entries(settings)) {
        merged[key] = this.#filled(value, account, [...from, key]);
        this.#places.set(keyOf(["feeds", feed, key]), [...from, key]);
      }
    };
    take(all, ["defaults"]);
    // A feed's full name takes precedence over a pattern, regardless of their order in the file.
    const isPattern = String(path[1]).includes("*");
    const named = mapOf(mapOf(this.#value["feeds"])[feed]);
    take(
      isPattern ? Object.fromEntries(Object.entries(own).filter(([key]) => !Object.hasOwn(named, key))) : own,
      path,
    );
    this.#feeds[feed] = merged;
    if (isNew || !isPattern) this.#places.set(keyOf(["feeds", feed]), path);
  }

  /** Replaces `${account.…}` in strings. */
  #filled(value: Plain, name: string, path: Path): Plain {
    if (typeof value === "string") return this.#text(value, name, path);
    if (Array.isArray(value)) return value.map((each: Plain) => this.#filled(each, name, path));
    return Object.fromEntries(
      Object.entries(mapOf(value)).map(([key, each]) => [key, this.#filled(each, name, [...path, key])]),
    );
  }

  #text(value: string, name: string, path: Path): string {
    const account = this.#accounts.get(name) ?? {};
    const known: YamlMap = { ...mapOf(account["parameters"]), ...account, name };
    return value.replaceAll(inText, (gap, key: string) => {
      const text = known[key];
      if (typeof text === "string") return text;
      const message = `the account has no ${JSON.stringify(key)}`;
      this.#report(path, message, nearest(key, Object.keys(known)), name);
      return gap;
    });
  }

  #report(path: Path, said: string, near?: string, about?: string): void {
    const message = about === undefined ? said : `${about}: ${said}`;
    this.diagnostics.push(this.#file.diagnostic(path, message, { at: "value", nearest: near, about }));
  }

  document(): YamlDocument<Plain> {
    const { accounts_from: _, ...value } = this.#value;
    const file = this.#file;
    return {
      fileName: file.fileName,
      value: {
        ...value,
        accounts: Object.fromEntries(this.#accounts),
        sources: this.#sources,
        feeds: this.#feeds,
      },
      diagnostic: (path, said, more) => {
        const about = this.#about(path);
        const message = about === undefined ? said : `${about}: ${said}`;
        return file.diagnostic(this.#placeOf(path), message, { ...more, about });
      },
    };
  }

  #placeOf(path: Path): Path {
    for (let length = Math.min(3, path.length); length > 1; length--) {
      const place = this.#places.get(keyOf(path.slice(0, length)));
      if (place !== undefined) return [...place, ...path.slice(length)];
    }
    return path;
  }

  /** Name of the expanded entry, if it differs from the name in the file. */
  #about([part = "", name = ""]: Path): string | undefined {
    const place = this.#places.get(keyOf([part, name]));
    return place === undefined || place[1] === name ? undefined : String(name);
  }

  async #table(path: string, label: string): Promise<ReadonlyMap<string, YamlMap>> {
    const accounts = new Map<string, YamlMap>();
    const at: Path = ["accounts_from"];
    const table = await diskFile(path)
      .then((file) => openTableSafely(file, { header: "1" }))
      .catch(() => undefined);
    const headings = table?.headings?.map((heading) => heading.trim()) ?? [];
    if (table === undefined || table.issues.some(({ severity }) => severity === "error")) {
      this.#report(at, `the table ${label} cannot be read`);
      return accounts;
    }
    if (!headings.includes("account")) this.#report(at, `${label} has no column "account"`);
    for (const heading of headings) {
      const near = nearest(heading, accountKeys);
      const isRight =
        accountKeys.includes(heading) || (near === undefined && /^[a-z][a-z0-9_]*$/.test(heading));
      if (!isRight) this.#report(at, `${label} has a column ${JSON.stringify(heading)}`, near);
    }
    for await (const batch of table.rows) {
      for (const { cells, line } of batch) {
        const row = Object.fromEntries(
          headings.map((heading, index) => [heading, (cells[index] ?? "").trim()]),
        );
        const { account = "", ...rest } = row;
        if (accounts.has(account))
          this.#report(
            at,
            `line ${line} of ${label}: the account ${JSON.stringify(account)} is already defined`,
          );
        accounts.set(account, accountOf(rest));
      }
    }
    return accounts;
  }
}

/** Reports each diagnostic once, for the first account that it affects. */
export function reportedOnce(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  const byPlace = new Map<string, Diagnostic>();
  for (const diagnostic of diagnostics) {
    const [account = ""] = diagnostic.about?.split("/") ?? [];
    const message = account === "" ? diagnostic.message : diagnostic.message.replaceAll(account, "*");
    const key = `${diagnostic.line}:${diagnostic.column} ${message}`;
    if (!byPlace.has(key)) byPlace.set(key, diagnostic);
  }
  return [...byPlace.values()];
}

function accountOf(row: Readonly<Record<string, string>>): YamlMap {
  const said = Object.entries(row).filter(([, text]) => text !== "");
  const parameters = said.filter(([key]) => !accountKeys.includes(key));
  return {
    ...Object.fromEntries(said.filter(([key]) => accountKeys.includes(key))),
    ...(parameters.length > 0 && { parameters: Object.fromEntries(parameters) }),
  };
}

function keyOf(path: Path): string {
  return JSON.stringify(path.map(String));
}

function mapOf(value: Plain | undefined): YamlMap {
  return isYamlMap(value) ? value : {};
}
