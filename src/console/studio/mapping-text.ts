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
import { shortName } from "../../model/short-name.js";
import { RequestRefused } from "./request-refused.js";

const mostUndo = 100;

/** A mapping file and its content when it was last opened or saved. */
interface SavedFile {
  /** Relative to the workspace. */
  readonly path: string;
  readonly text: string;
}

/** A state to which undo returns. */
interface EarlierText {
  readonly text: string;
  /** Set if the change also replaced the file. */
  readonly before?: { readonly file: SavedFile | undefined };
}

/** The text of a mapping in the editor, with undo history and its file. */
export class MappingText {
  /** Incremented when the text or anything else on the page changes. */
  revision = 1;
  text: string;
  /** Undefined until the mapping has been opened or saved. */
  #file: SavedFile | undefined;
  readonly #past: EarlierText[] = [];

  constructor(text: string) {
    this.text = text;
  }

  /** Relative to the workspace. Undefined if there is no file. */
  get path(): string | undefined {
    return this.#file?.path;
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
    return this.#file?.text === this.text;
  }

  get canUndo(): boolean {
    return this.#past.length > 0;
  }

  set(next: string): void {
    if (next === this.text) return;
    this.#replace(next, { text: this.text });
  }

  #replace(next: string, earlier: EarlierText): void {
    this.#past.push(earlier);
    if (this.#past.length > mostUndo) this.#past.shift();
    this.text = next;
    this.revision += 1;
  }

  undo(): boolean {
    const last = this.#past.pop();
    if (last === undefined) return false;
    this.text = last.text;
    if (last.before !== undefined) this.#file = last.before.file;
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
        message: "The YAML of the mapping has an error. Correct the error first.",
        hint: "Open the YAML view and check the marked lines.",
      });
    }
    this.set(edited);
  }

  async load(root: string, path: string | undefined): Promise<void> {
    const file = path === undefined ? undefined : inMappings(root, path);
    const found = file === undefined ? undefined : await textOf(file);
    if (path === undefined || found === undefined) {
      throw new RequestRefused({
        code: "gone",
        message: "The mapping file no longer exists. Your text on this page is kept.",
        hint: "Save it to create the file again.",
      });
    }
    this.set(found);
    this.#file = { path, text: found };
    this.revision += 1;
  }

  /**
   * Continues with another mapping's text and file. Undo also restores this mapping's file, because otherwise the
   * restored text could overwrite the other mapping.
   */
  copy(other: MappingText): void {
    this.#replace(other.text, { text: this.text, before: { file: this.#file } });
    this.#file = other.#file;
  }

  async isChangedOutside(root: string): Promise<boolean> {
    return this.#file !== undefined && (await textOf(resolve(root, this.#file.path))) !== this.#file.text;
  }

  /**
   * Returns the path for saving the mapping. Throws `RequestRefused` if the file at this path has different content
   * that was neither opened nor saved in this editor, and `mayOverwrite` is false.
   */
  async fileToSave(root: string, partner: string, mayOverwrite: boolean): Promise<string> {
    const target = draftPath(this.path, partner, this.type);
    const there = await textOf(resolve(root, target));
    const isOwn = target === this.path && there === this.#file?.text;
    if (there !== undefined && there !== this.text && !isOwn && !mayOverwrite) {
      throw new RequestRefused({
        code: "exists",
        message:
          target === this.path
            ? `${target} was changed by another program. Nothing was written.`
            : `${target} already exists. Nothing was written.`,
        hint: "Overwrite the file, reload it, or save your version under a different name.",
      });
    }
    return target;
  }

  async save(root: string, path: string): Promise<void> {
    const file = resolve(root, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFileWhole(file, [this.text]);
    this.#file = { path, text: this.text };
    this.revision += 1;
  }

  /** Throws `RequestRefused` if the text is not saved or another program has changed the file. */
  async savedFile(root: string): Promise<string> {
    if (this.path === undefined || !this.isSaved) {
      throw new RequestRefused({
        message: "Unsaved changes cannot be promoted.",
        hint: "Save the draft first.",
      });
    }
    if (await this.isChangedOutside(root)) {
      throw new RequestRefused({
        code: "exists",
        message: `${this.path} was changed by another program. Nothing was promoted.`,
        hint: "Reload or overwrite the file, and then promote the draft.",
      });
    }
    return resolve(root, this.path);
  }
}

/** Parses as much of the mapping text as possible. */
function rootOf(text: string): YamlMap {
  return yamlMapOf(readYaml(text, "draft").document?.value) ?? {};
}

/** Returns the record type specified in the mapping text, even if the rest of the text has errors. */
function typeOf(text: string): RecordType | undefined {
  const { record } = rootOf(text);
  return typeof record === "string" ? recordType(record) : undefined;
}

const fallbackType = recordType("staff") as RecordType;

/**
 * Applies edits to the mapping text and inserts new keys in grammar order. Returns undefined if the text has YAML
 * errors or is not a map.
 */
export function withEdits(text: string, edits: readonly YamlEdit[]): string | undefined {
  return editYaml(text, edits, keyOrder(typeOf(text) ?? fallbackType));
}

const partnerName = /^[\p{L}\p{N}][\p{L}\p{N} _.-]{0,63}$/u;

/** The file is always a draft, which no feed uses. */
function draftPath(path: string | undefined, partner: string, type: RecordType | undefined): string {
  if (partner.trim() === "" && path !== undefined) return path.replace(/(?:\.draft)?\.ya?ml$/, ".draft.yaml");
  const name = shortName(partner);
  const [wrong] = /[^\p{L}\p{N} _.-]/u.exec(partner.trim()) ?? [];
  if (wrong !== undefined) {
    throw new RequestRefused({
      message: `A partner name cannot contain “${wrong}”.`,
      hint: "Use letters, digits, spaces, hyphens, underscores and single periods.",
    });
  }
  if (!partnerName.test(partner.trim()) || partner.includes("..") || name === "") {
    throw new RequestRefused({
      message:
        "A partner name must start with a letter or digit, and may contain letters, digits, spaces, hyphens, underscores and single periods. Include at least one Latin letter or a digit from 0 to 9. Maximum: 64 characters.",
      hint: "Enter a short name, such as acme.",
    });
  }
  if (type === undefined) {
    throw new RequestRefused({
      message: "The mapping has no record type. Nothing was saved.",
      hint: "Choose the record type first. If the YAML has an error, correct the error.",
    });
  }
  return `mappings/${name}/${type.name}.draft.yaml`;
}

/** Absolute path of a mapping in `mappings/`. Undefined for other paths. */
function inMappings(root: string, path: string): string | undefined {
  const file = resolve(root, path);
  const inside = relative(join(root, "mappings"), file);
  return inside.startsWith("..") || !/\.ya?ml$/.test(file) ? undefined : file;
}
