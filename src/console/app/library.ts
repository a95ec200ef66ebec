/** Re-exports Preact, so that the rest of the app imports it from this file. */
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
