/** The library of the page, in one place. */
export { createContext, render, type ComponentChildren, type Ref } from "preact";
export { useContext, useEffect, useId, useLayoutEffect, useRef, useState } from "preact/hooks";
