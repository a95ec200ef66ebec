/** The library of the page, in one place. */
export { render, type ComponentChildren } from "preact";
export { useCallback, useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
