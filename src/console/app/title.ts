import { useEffect } from "./library.js";

/** Sets the window title. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Lading`;
  }, [title]);
}
