/** @module-tag long */

import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { workdir } from "./support/workdir.js";

it("the site has every page, working links and a search", async () => {
  const site = (await workdir()).at("site");
  execFileSync("npx", ["vitepress", "build", "docs", "--outDir", site], { stdio: "pipe" });
  const pages = readdirSync("docs")
    .filter((name) => name.endsWith(".md"))
    .map((name) => name.replace(/\.md$/, ""));
  const html = new Map(pages.map((page) => [page, readFileSync(join(site, `${page}.html`), "utf8")]));
  const idsOf = (page: string) => [...(html.get(page) ?? "").matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id);

  const home = html.get("index") ?? "";
  const [, sidebar = ""] = /<aside class="VPSidebar"(.*?)<\/aside>/s.exec(home) ?? [];
  const listed = [...sidebar.matchAll(/href="\/([^"]+)"/g)].map(([, page]) => page);
  expect([...listed, "index"].sort()).toEqual([...pages].sort());

  const broken = pages.flatMap((page) =>
    [...(html.get(page) ?? "").matchAll(/<a[^>]*\shref="([^"]+)"/g)].flatMap(([, href = ""]) => {
      if (/^https:/.test(href)) return [];
      const { pathname, hash } = new URL(href, `https://site/${page}`);
      const target = pathname.slice(1) || "index";
      const isThere =
        html.has(target) && (hash === "" || idsOf(target).includes(decodeURIComponent(hash.slice(1))));
      return isThere ? [] : [`${page}: ${href}`];
    }),
  );
  expect(broken).toEqual([]);

  const scripts = readdirSync(join(site, "assets"), { recursive: true, encoding: "utf8" });
  expect(scripts.filter((name) => name.includes("localSearchIndex"))).not.toEqual([]);
});
