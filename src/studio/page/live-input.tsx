import { useEffect, useRef, useState } from "./library.js";

interface Props {
  readonly value: string;
  readonly onSay: (value: string) => void;
  readonly id?: string;
  readonly "aria-label"?: string;
  readonly "aria-labelledby"?: string;
  readonly placeholder?: string;
  readonly list?: string;
  readonly class?: string;
}

/** A text input that says what was typed after a short rest, and does not lose it when an answer comes in between. */
export function LiveInput({ value, onSay, ...rest }: Props) {
  const [typed, setTyped] = useState<string>();
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);

  useEffect(() => {
    if (typed === value) setTyped(undefined);
  }, [value, typed]);

  function say(text: string): void {
    clearTimeout(timer.current);
    if (text !== value) onSay(text);
  }

  return (
    <input
      type="text"
      value={typed ?? value}
      onInput={(event) => {
        const text = event.currentTarget.value;
        setTyped(text);
        clearTimeout(timer.current);
        timer.current = setTimeout(() => say(text), 350);
      }}
      onBlur={(event) => say(event.currentTarget.value)}
      {...rest}
    />
  );
}
