import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { defineConfig, type DefaultTheme } from "vitepress";

/**
 * Configures the site that `npm run docs` builds from the pages in `docs`. The sidebar follows the order of the
 * README.
 */

const root = fileURLToPath(new URL("../../", import.meta.url));
const readme = readFileSync(`${root}README.md`, "utf8");
const { repository } = JSON.parse(readFileSync(`${root}package.json`, "utf8")) as {
  repository: { url: string };
};
const repositoryPage = repository.url.replace(/^git\+/, "").replace(/\.git$/, "");

/** Returns the link groups at the end of the README, limited to links that lead to pages on the site. */
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

/** Generates the same heading anchors as GitHub, so that links to headings work on both sites. */
function slugify(heading: string): string {
  return heading
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, "")
    .replaceAll(/\s/g, "-");
}

/**
 * Returns the target of a page's link on the site. Links to files that are not pages lead to the repository. The home
 * page is the README, so its links are relative to the repository root.
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
          // Image paths in the README begin with `docs/`, but `docs` is the root of the site.
          if (link.type === "image" && relativePath === "index.md")
            link.attrSet("src", (link.attrGet("src") ?? "").replace(/^docs\//, ""));
        }
      });
    },
  },
});
