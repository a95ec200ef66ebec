/** The library of the page, in one place. */
export { render } from "preact";
export { useCallback, useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
