import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { defineConfig, type DefaultTheme } from "vitepress";

/** The site that `npm run docs` builds from the pages in `docs`. Its order is the one of the README. */

const root = fileURLToPath(new URL("../../", import.meta.url));
const readme = readFileSync(`${root}README.md`, "utf8");
const { repository } = JSON.parse(readFileSync(`${root}package.json`, "utf8")) as {
  repository: { url: string };
};
const repositoryPage = repository.url.replace(/^git\+/, "").replace(/\.git$/, "");

/** The groups of links at the end of the README, without what is not a page of the site. */
function sidebar(): DefaultTheme.SidebarItem[] {
  const [, documentation = ""] = readme.split("\n## Documentation\n");
  return documentation
    .split(/^\*\*(?=[^*]+\*\*$)/m)
    .slice(1)
    .map((group) => ({
      text: group.slice(0, group.indexOf("**")),
      items: [...group.matchAll(/\[(?<text>[^\]]+)\]\(docs\/(?<page>[a-z-]+)\.md\)/g)].map(({ groups }) => ({
        text: (groups?.["text"] ?? "")
          .replaceAll(/\s+/g, " ")
          .replace(/^./, (letter) => letter.toUpperCase()),
        link: `/${groups?.["page"] ?? ""}`,
      })),
    }));
}

/** As the host of the repository makes them, because the pages are read there as well. */
function slugify(heading: string): string {
  return heading
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, "")
    .replaceAll(/\s/g, "-");
}

/**
 * Where a link of a page leads on the site. Samples, sources and other files are in the repository. The home page is the
 * README, whose links start at the root.
 */
function linkOnSite(href: string, page: string): string {
  if (/^[a-z]+:|^#/.test(href)) return href;
  const folder = page === "index.md" ? "/" : "/docs/";
  const { pathname, hash } = new URL(href, `file://${folder}`);
  const isPage = /^\/docs\/[a-z-]+\.md$/.test(pathname);
  return isPage
    ? `${pathname.slice("/docs".length)}${hash}`
    : `${repositoryPage}/blob/main${pathname}${hash}`;
}

export default defineConfig({
  title: "Lading",
  description: "From the exports of a freight forwarding system to an accounts-payable platform",
  cleanUrls: true,
  themeConfig: {
    sidebar: sidebar(),
    outline: "deep",
    search: { provider: "local" },
    socialLinks: [{ icon: "github", link: repositoryPage }],
  },
  markdown: {
    anchor: { slugify },
    toc: { slugify },
    headers: { slugify },
    config(markdown) {
      markdown.core.ruler.push("links", ({ tokens, env }) => {
        const { relativePath } = env as { relativePath: string };
        for (const link of tokens.flatMap(({ children }) => children ?? [])) {
          if (link.type === "link_open")
            link.attrSet("href", linkOnSite(link.attrGet("href") ?? "", relativePath));
          // The README names its pictures from the root.
          if (link.type === "image" && relativePath === "index.md")
            link.attrSet("src", (link.attrGet("src") ?? "").replace(/^docs\//, ""));
        }
      });
    },
  },
});
