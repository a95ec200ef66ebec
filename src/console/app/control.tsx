import { useEffect, useId, useRef, useState } from "./library.js";
import type { ComponentChildren, Ref } from "./library.js";
import { fieldLabel } from "./sight.js";

interface Named {
  /** Stands above the control. Without it, `aria-label` or `aria-labelledby` says what it is. */
  readonly label?: string | undefined;
  /** The field that it belongs to: those who hear the label hear its name, too. */
  readonly field?: string | undefined;
}

/** What is handed on to the element of the browser. */
interface Attributes {
  readonly "aria-label"?: string;
  readonly "aria-labelledby"?: string;
  readonly class?: string;
  readonly required?: boolean;
}

interface ControlProps extends Named {
  readonly children: (names: Attributes & { readonly id?: string }) => ComponentChildren;
}

/** A control under its visible label. */
export function Control({ label, field, children }: ControlProps) {
  const id = useId();
  if (label === undefined) return <>{children({})}</>;
  return (
    <div class="control">
      <label id={`${id}-label`} for={id}>
        {label}
      </label>
      {children({
        id,
        ...(field === undefined ? {} : { "aria-labelledby": `${id}-label ${fieldLabel(field)}` }),
      })}
    </div>
  );
}

/** A value to choose; with words for it where it does not speak for itself. */
export type Option = string | readonly [value: string, words: string];

interface SelectProps extends Named, Attributes {
  readonly value: string;
  readonly options: readonly Option[];
  readonly onChoose: (value: string, select: HTMLSelectElement) => void;
}

/** A list to choose from. A value that is none of it is shown as it stands. */
export function Select({ label, field, value, options, onChoose, ...rest }: SelectProps) {
  const all = options.map((each) => (typeof each === "string" ? ([each, each] as const) : each));
  const shown = all.some(([known]) => known === value) ? all : [[value, value] as const, ...all];
  return (
    <Control label={label} field={field}>
      {(names) => (
        <select
          {...names}
          {...rest}
          value={value}
          onChange={({ currentTarget: select }) => onChoose(select.value, select)}
        >
          {shown.map(([each, words]) => (
            <option key={each} value={each}>
              {words}
            </option>
          ))}
        </select>
      )}
    </Control>
  );
}

interface InputProps extends Named, Attributes {
  readonly value: string;
  readonly onSay: (value: string) => void;
  readonly onBlur?: (event: { readonly currentTarget: HTMLInputElement }) => void;
  readonly placeholder?: string;
  readonly list?: string;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly title?: string;
  readonly ref?: Ref<HTMLInputElement>;
}

/** A text input that says every letter. */
export function TextInput({ label, field, onSay, ...rest }: InputProps) {
  return (
    <Control label={label} field={field}>
      {(names) => (
        <input type="text" {...names} {...rest} onInput={(event) => onSay(event.currentTarget.value)} />
      )}
    </Control>
  );
}

/** A text input that says what was typed after a short rest. */
export function LiveInput({ value, onSay, ...rest }: InputProps) {
  const { text, type, say } = useTyped(value, onSay, 350);
  return <TextInput {...rest} value={text} onSay={type} onBlur={(event) => say(event.currentTarget.value)} />;
}

interface ButtonProps extends Attributes {
  readonly label: string | number;
  readonly onPress: () => void;
  readonly title?: string | undefined;
  readonly disabled?: boolean;
  readonly "aria-pressed"?: boolean;
  readonly "aria-expanded"?: boolean;
  readonly style?: { readonly flexGrow: number };
  readonly ref?: (element: HTMLElement | null) => void;
}

export function Button({ label, onPress, ...rest }: ButtonProps) {
  return (
    <button type="button" {...rest} onClick={onPress}>
      {label}
    </button>
  );
}

/** A button to choose a file with. */
export function FileButton({
  label,
  onChoose,
  isMain = false,
}: {
  readonly label: string;
  readonly onChoose: (files: readonly File[]) => void;
  readonly isMain?: boolean;
}) {
  return (
    <label class={isMain ? "button main" : "button"}>
      {label}
      <input
        type="file"
        class="hidden"
        onChange={({ currentTarget: input }) => {
          onChoose([...(input.files ?? [])]);
          // The same file can be chosen once more.
          input.value = "";
        }}
      />
    </label>
  );
}

/** What is typed is said after a rest of some milliseconds, and not lost when an answer comes in between. */
export function useTyped(value: string, onSay: (text: string) => void, rest: number) {
  const [typed, setTyped] = useState<string>();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  /** Something was said that `value` does not show yet: taking it back has to be said, too. */
  const isOnItsWay = useRef(false);

  useEffect(() => {
    isOnItsWay.current = false;
  }, [value]);
  useEffect(() => {
    if (typed === value) setTyped(undefined);
  }, [value, typed]);

  function say(text: string): void {
    clearTimeout(timer.current);
    if (text === value && !isOnItsWay.current) return;
    isOnItsWay.current = text !== value;
    onSay(text);
  }

  function type(text: string): void {
    setTyped(text);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => say(text), rest);
  }

  return { text: typed ?? value, isTyped: typed !== undefined, type, say };
}

/** Does something in the place of what the browser would do. */
export function instead(act: () => void): (event: Event) => void {
  return (event) => {
    event.preventDefault();
    act();
  };
}
