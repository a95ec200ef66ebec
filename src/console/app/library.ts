/** Re-exports Preact, so that the app imports it from one file. */
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
