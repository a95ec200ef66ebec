/* global document, window, fetch, location, setInterval, DOMParser, navigator, Node */
// The script of the operators' pages. Without it they work as well: they stand still, and nothing is copied by a button.

/** Milliseconds between two looks. */
const pause = 15_000;

document.documentElement.dataset.script = "";
// Where the page stays is decided below; a browser that does so, too, would move it twice.
document.documentElement.style.overflowAnchor = "none";

document.addEventListener("click", async ({ target }) => {
  const button = target.closest?.("[data-copy]");
  if (!button) return;
  await navigator.clipboard.writeText(button.dataset.copy);
  button.textContent = "Copied";
});

if (document.querySelector("main[data-refresh]")) {
  setInterval(() => refresh().catch(() => {}), pause);
  document.addEventListener("visibilitychange", () => refresh().catch(() => {}));
}

async function refresh() {
  if (document.hidden) return;
  const answer = await fetch(location.href, { cache: "no-store" });
  // A sign-in page, or an error, is not what somebody was reading.
  if (!answer.ok || answer.redirected) return;
  const now = new DOMParser().parseFromString(await answer.text(), "text/html");
  const read = whatIsRead();
  const before = read?.getBoundingClientRect().top;
  document.title = now.title;
  for (const part of ["header", "main"]) renew(document.querySelector(part), now.querySelector(part));
  if (read?.isConnected) window.scrollBy(0, read.getBoundingClientRect().top - before);
}

/** What has the focus, or else stands in the middle of the window: that is kept where it is. */
function whatIsRead() {
  const { innerWidth: width, innerHeight: height } = window;
  const main = document.querySelector("main");
  const { top = -1 } = document.activeElement?.getBoundingClientRect() ?? {};
  if (main.contains(document.activeElement) && top >= 0 && top < height) return document.activeElement;
  const middle = document.elementFromPoint(width / 2, height / 2);
  return main.contains(middle) ? middle : undefined;
}

/** Makes a part what it is now, and leaves alone what did not change: a focus, a selection, what was typed or opened. */
function renew(old, now) {
  if (old.isEqualNode(now)) return;
  if (old.nodeType !== Node.ELEMENT_NODE) {
    old.data = now.data;
    return;
  }
  for (const { name, value } of now.attributes)
    if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  for (const { name } of [...old.attributes]) {
    if (!now.hasAttribute(name) && !(old.matches("details") && name === "open")) old.removeAttribute(name);
  }
  const left = [...old.childNodes];
  const pairs = [...now.childNodes].map((child) => {
    const at = left.findIndex((one) => keyOf(one) === keyOf(child));
    return [child, at === -1 ? undefined : left.splice(at, 1)[0]];
  });
  for (const gone of left) gone.remove();
  let next = old.firstChild;
  for (const [child, known] of pairs) {
    if (known === undefined) old.insertBefore(document.importNode(child, true), next);
    else {
      if (known === next) next = next.nextSibling;
      else old.insertBefore(known, next);
      renew(known, child);
    }
  }
}

function keyOf(node) {
  return `${node.nodeName} ${node.dataset?.part ?? ""}`;
}
