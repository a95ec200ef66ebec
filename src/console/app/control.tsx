import { useEffect, useId, useRef, useState } from "./library.js";
import type { ComponentChildren, Ref } from "./library.js";
import { fieldLabel } from "./sight.js";

interface Named {
  /** Shown above the control. Without a label, `aria-label` or `aria-labelledby` is required. */
  readonly label?: string | undefined;
  /**
   * Name of the field to which the control belongs. Screen readers read the label together with the field's label.
   */
  readonly field?: string | undefined;
}

interface Attributes {
  readonly "aria-label"?: string;
  readonly "aria-labelledby"?: string;
  readonly class?: string;
  readonly required?: boolean;
}

interface ControlProps extends Named {
  readonly children: (names: Attributes & { readonly id?: string }) => ComponentChildren;
}

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

/** A value, with a label if the value is not self-explanatory. */
export type Option = string | readonly [value: string, words: string];

interface SelectProps extends Named, Attributes {
  readonly value: string;
  readonly options: readonly Option[];
  readonly onChoose: (value: string, select: HTMLSelectElement) => void;
}

/** A drop-down list. A value that is not one of the options is shown unchanged. */
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

export function TextInput({ label, field, onSay, ...rest }: InputProps) {
  return (
    <Control label={label} field={field}>
      {(names) => (
        <input type="text" {...names} {...rest} onInput={(event) => onSay(event.currentTarget.value)} />
      )}
    </Control>
  );
}

/** A text input that reports changes after a short pause. */
export function LiveInput({ value, onSay, ...rest }: InputProps) {
  const { text, type, report } = useTyped(value, onSay, 350);
  return (
    <TextInput {...rest} value={text} onSay={type} onBlur={(event) => report(event.currentTarget.value)} />
  );
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
          // Resetting the input allows the same file to be chosen again.
          input.value = "";
        }}
      />
    </label>
  );
}

/**
 * Reports the typed text after a pause in typing. A response that arrives before the pause does not overwrite the text.
 * `rest` is the length of the pause in milliseconds.
 */
export function useTyped(value: string, onSay: (text: string) => void, rest: number) {
  const [typed, setTyped] = useState<string>();
  // A response can change the value during the pause.
  const latest = useRef(value);
  latest.current = value;
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  /**
   * True after a string was reported and until `value` changes. Meanwhile, typing the old value again must also be
   * reported.
   */
  const isOnItsWay = useRef(false);

  useEffect(() => {
    isOnItsWay.current = false;
  }, [value]);
  useEffect(() => {
    if (typed === value) setTyped(undefined);
  }, [value, typed]);

  function report(text: string): void {
    clearTimeout(timer.current);
    if (text === latest.current && !isOnItsWay.current) return;
    isOnItsWay.current = text !== latest.current;
    onSay(text);
  }

  function type(text: string): void {
    setTyped(text);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => report(text), rest);
  }

  return { text: typed ?? value, isTyped: typed !== undefined, type, report };
}

/** Returns an event handler that calls `act` instead of the browser's default action. */
export function instead(act: () => void): (event: Event) => void {
  return (event) => {
    event.preventDefault();
    act();
  };
}
