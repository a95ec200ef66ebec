/** Exports of the page's library, in one place. */
export { createContext, render, type ComponentChildren, type Ref } from "preact";
export {
  useCallback,
  useContext,
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from "preact/hooks";
