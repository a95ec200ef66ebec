import { useEffect } from "./library.js";

/** The title of the window. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Lading`;
  }, [title]);
}
