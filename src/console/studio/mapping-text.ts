import { mkdir } from "node:fs/promises";
import { dirname, join, relative, resolve } from "node:path";
import { readYaml } from "../../mapping/read-yaml.js";
import { editYaml, type YamlEdit } from "../../mapping/yaml-edit.js";
import { writeFileWhole } from "../../system/write-file.js";
import { recordType } from "../../model/record-types/index.js";
import type { RecordType } from "../../model/record-type.js";
import { yamlMapOf, type YamlMap } from "../../mapping/yaml-document.js";
import { keyOrder } from "./form-edits.js";
import { textOf } from "./projects.js";
import { RequestRefused } from "./request-refused.js";

const mostUndo = 100;

/** The text of a mapping while a person works on it, with a way back, and the file that it was opened from or saved to. */
export class MappingText {
  /** Counts every change of the text, and of all else that the page shows. */
  revision = 1;
  text: string;
  /** Relative to the workspace; undefined while it has no file. */
  path: string | undefined;
  #savedText: string | undefined;
  readonly #past: string[] = [];

  constructor(text: string) {
    this.text = text;
  }

  get type(): RecordType | undefined {
    return typeOf(this.text);
  }

  get root(): YamlMap {
    return rootOf(this.text);
  }

  get read(): YamlMap {
    return yamlMapOf(this.root["read"]) ?? {};
  }

  get isSaved(): boolean {
    return this.#savedText === this.text;
  }

  get canUndo(): boolean {
    return this.#past.length > 0;
  }

  set(next: string): void {
    if (next === this.text) return;
    this.#past.push(this.text);
    if (this.#past.length > mostUndo) this.#past.shift();
    this.text = next;
    this.revision += 1;
  }

  /** @returns false when there is nothing to go back to */
  undo(): boolean {
    const last = this.#past.pop();
    if (last === undefined) return false;
    this.text = last;
    this.revision += 1;
    return true;
  }

  edited(edits: readonly YamlEdit[]): string | undefined {
    return withEdits(this.text, edits);
  }

  edit(edits: readonly YamlEdit[]): void {
    const edited = this.edited(edits);
    if (edited === undefined) {
      throw new RequestRefused({
        message: "The text of the mapping has a mistake that has to be corrected there first.",
        hint: "Open the text and look at the lines that are marked.",
      });
    }
    this.set(edited);
  }

  async load(root: string, path: string | undefined): Promise<void> {
    const file = path === undefined ? undefined : inMappings(root, path);
    const found = file === undefined ? undefined : await textOf(file);
    if (found === undefined) {
      throw new RequestRefused({
        code: "gone",
        message: "The file of the mapping is not there any more. What you see here is kept.",
        hint: "Save it again to make the file anew.",
      });
    }
    this.set(found);
    this.path = path;
    this.#savedText = found;
    this.revision += 1;
  }

  async isChangedOutside(root: string): Promise<boolean> {
    return this.path !== undefined && (await textOf(resolve(root, this.path))) !== this.#savedText;
  }

  /** Where it would be saved, unless another text stands there that nobody said may be written over. */
  async fileToSave(root: string, partner: string, mayOverwrite: boolean): Promise<string> {
    const target = draftPath(this.path, partner, this.type);
    const there = await textOf(resolve(root, target));
    const isOwn = target === this.path && there === this.#savedText;
    if (there !== undefined && there !== this.text && !isOwn && !mayOverwrite) {
      throw new RequestRefused({
        code: "exists",
        message:
          target === this.path
            ? `${target} was changed by another program. Nothing was written.`
            : `${target} is there already. Nothing was written.`,
        hint: "Save over it, or take what the file says, or save under another name.",
      });
    }
    return target;
  }

  async save(root: string, path: string): Promise<void> {
    const file = resolve(root, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFileWhole(file, [this.text]);
    this.path = path;
    this.#savedText = this.text;
    this.revision += 1;
  }

  /** The file of what is seen, saved as it is. */
  async savedFile(root: string): Promise<string> {
    if (this.path === undefined || !this.isSaved) {
      throw new RequestRefused({
        message: "What you see is not saved yet, so it cannot be promoted.",
        hint: "Save the draft first.",
      });
    }
    if (await this.isChangedOutside(root)) {
      throw new RequestRefused({
        code: "exists",
        message: `${this.path} was changed by another program. Nothing was promoted.`,
        hint: "Take what the file says, or save over it; then promote.",
      });
    }
    return resolve(root, this.path);
  }
}

/** What a text says, as far as it can be read. */
function rootOf(text: string): YamlMap {
  return yamlMapOf(readYaml(text, "draft").document?.value) ?? {};
}

/** The record type that a text names, also while the rest of it has diagnostics. */
function typeOf(text: string): RecordType | undefined {
  const { record } = rootOf(text);
  return typeof record === "string" ? recordType(record) : undefined;
}

const fallbackType = recordType("staff") as RecordType;

/** A text with edits, new keys where the language has them; undefined when it is no YAML that could be edited. */
export function withEdits(text: string, edits: readonly YamlEdit[]): string | undefined {
  return editYaml(text, edits, keyOrder(typeOf(text) ?? fallbackType));
}

const partnerName = /^[\p{L}\p{N}][\p{L}\p{N} _.-]{0,63}$/u;

/** Where a mapping is saved: always a draft, which no feed uses. */
function draftPath(path: string | undefined, partner: string, type: RecordType | undefined): string {
  const name = partner.trim().toLowerCase().replaceAll(" ", "-");
  if (name === "" && path !== undefined) return path.replace(/(?:\.draft)?\.ya?ml$/, ".draft.yaml");
  if (!partnerName.test(name) || name.includes("..")) {
    throw new RequestRefused({
      message: "A partner's name is made of letters, numbers and the signs - _ .",
      hint: "Write a short name, such as acme.",
    });
  }
  return `mappings/${name}/${type?.name ?? "mapping"}.draft.yaml`;
}

/** The path of a mapping below `mappings/`; undefined for anything else. */
function inMappings(root: string, path: string): string | undefined {
  const file = resolve(root, path);
  const inside = relative(join(root, "mappings"), file);
  return inside.startsWith("..") || !/\.ya?ml$/.test(file) ? undefined : file;
}
