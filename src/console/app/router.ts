import { useEffect, useState } from "./library.js";

/** Navigation with the browser's URL, without reloading the page. */
export interface Place {
  readonly path: string;
  readonly query: URLSearchParams;
  readonly hash: string;
}

const moved = "lading:moved";

function here(): Place {
  const { pathname, search, hash } = location;
  return { path: pathname, query: new URLSearchParams(search), hash: hash.slice(1) };
}

/** Opens a URL of the console. If `isReplaced` is true, the URL replaces the current entry in the browser's history. */
export function go(to: string, isReplaced = false): void {
  if (isReplaced) history.replaceState(null, "", to);
  else history.pushState(null, "", to);
  dispatchEvent(new Event(moved));
}

export function usePlace(): Place {
  const [place, setPlace] = useState(here);
  useEffect(() => {
    const follow = (): void => setPlace(here());
    for (const event of [moved, "popstate", "hashchange"]) addEventListener(event, follow);
    document.addEventListener("click", followLink);
    return () => {
      for (const event of [moved, "popstate", "hashchange"]) removeEventListener(event, follow);
      document.removeEventListener("click", followLink);
    };
  }, []);
  return place;
}

/**
 * If a person clicks a link to a screen without a modifier key, opens the screen without reloading the page. The
 * browser handles all other clicks.
 */
function followLink(event: MouseEvent): void {
  const link = (event.target as Element).closest?.("a");
  if (link === null || link === undefined || event.defaultPrevented || event.button !== 0) return;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  if (link.target !== "" || link.hasAttribute("download") || link.origin !== location.origin) return;
  if (link.pathname.startsWith("/api/") || !isScreen(link.pathname)) return;
  event.preventDefault();
  if (link.pathname === location.pathname && link.search === location.search && link.hash !== "") {
    history.pushState(null, "", link.href);
    dispatchEvent(new Event(moved));
    document.getElementById(link.hash.slice(1))?.scrollIntoView();
    return;
  }
  go(link.pathname + link.search + link.hash);
  scrollTo(0, 0);
}

function isScreen(path: string): boolean {
  return /^\/(?:$|feeds\/|mappings$|invoices$|runs$|sign-in$)/.test(path);
}

/** An empty value removes a parameter. */
export function withQuery({ path, query }: Place, changes: Readonly<Record<string, string>>): string {
  const next = new URLSearchParams(query);
  for (const [name, value] of Object.entries(changes)) {
    if (value === "") next.delete(name);
    else next.set(name, value);
  }
  const text = next.toString();
  return text === "" ? path : `${path}?${text}`;
}
