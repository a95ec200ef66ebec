/** The color theme: light or dark. The system's setting is used until a person chooses a theme. */

const key = "lading-theme";

export function applyTheme(): void {
  const chosen = localStorage.getItem(key);
  if (chosen === "light" || chosen === "dark") document.documentElement.dataset["theme"] = chosen;
}

export function toggleTheme(): void {
  const { dataset } = document.documentElement;
  const isDark =
    dataset["theme"] === "dark" ||
    (dataset["theme"] === undefined && matchMedia("(prefers-color-scheme: dark)").matches);
  const next = isDark ? "light" : "dark";
  localStorage.setItem(key, next);
  dataset["theme"] = next;
}
