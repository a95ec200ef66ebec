/** Re-exports Preact. The rest of the app imports Preact from this file. */
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
