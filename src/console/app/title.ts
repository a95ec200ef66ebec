import { useEffect } from "./library.js";

/** Title of the window. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Lading`;
  }, [title]);
}
