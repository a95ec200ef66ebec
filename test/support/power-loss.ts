import {
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import type { RecordedCall } from "./recorded-calls.js";

/**
 * A model of what a power cut leaves of a folder, as hard as POSIX allows: names are durable once their folder was
 * synced, contents once their file was; everything else may be there, be missing, or be there in part. A rename is whole or
 * not done at all.
 */

interface Node {
  readonly id: number;
  readonly isFolder: boolean;
  /** What a reader sees now. */
  bytes: Buffer;
  /** What the last sync made durable. */
  durable: Buffer;
  readonly modified: Date;
}

/** A change of names. */
interface Step {
  readonly from?: { readonly folder: number; readonly name: string };
  readonly to?: { readonly folder: number; readonly name: string };
  readonly node: number;
  durable: boolean;
}

/** What becomes of the changes that nothing made durable. */
export interface Fate {
  /** Whether a change of names that was not synced is there all the same. */
  keepsName(): boolean;
  /** What a file holds whose last writes were not synced. */
  contents(durable: Buffer, written: Buffer): Buffer;
}

export const allLost: Fate = { keepsName: () => false, contents: (durable) => durable };
export const allKept: Fate = { keepsName: () => true, contents: (_, written) => written };
/** The names and the new lengths came through, the bytes did not. */
export const allZeros: Fate = {
  keepsName: () => true,
  contents: (durable, written) =>
    written.length <= durable.length
      ? written
      : Buffer.concat([durable, Buffer.alloc(written.length - durable.length)]),
};

/** Some came through, some not, and of some files a piece. */
export function partly(random: () => number): Fate {
  return {
    keepsName: () => random() < 0.5,
    contents(durable, written) {
      const dice = random();
      if (dice < 0.3) return durable;
      if (dice < 0.6) return written;
      const since = Math.max(0, written.length - durable.length);
      return written.subarray(0, durable.length + Math.floor(random() * since));
    },
  };
}

export class PowerModel {
  readonly #root: string;
  readonly #nodes: Node[] = [];
  /** Names when the recording began; they are durable. */
  readonly #base = new Map<number, Map<string, number>>();
  /** Names as a reader sees them now. */
  readonly #now = new Map<number, Map<string, number>>();
  readonly #steps: Step[] = [];

  /** @param root the folder as it is when the recording begins; everything in it counts as durable */
  constructor(root: string) {
    this.#root = root;
    this.#load(root, new Map());
  }

  /** Whether a name is there for a reader now. */
  has(name: string): boolean {
    return this.#find(join(this.#root, name)) !== undefined;
  }

  /** Follows one recorded call. Calls that failed or change nothing are passed over. */
  apply(call: RecordedCall): void {
    if (!call.done) return;
    switch (call.call) {
      case "mkdir":
        return this.#put(call.path, this.#newNode(true, Buffer.alloc(0)));
      case "create":
        if (this.#find(call.path) === undefined) this.#put(call.path, this.#newNode(false, Buffer.alloc(0)));
        return;
      case "write": {
        const node = this.#node(call.path);
        node.bytes = Buffer.concat([node.bytes, Buffer.from(call.bytes ?? "", "base64")]);
        return;
      }
      case "truncate": {
        const node = this.#node(call.path);
        node.bytes = node.bytes.subarray(0, call.length ?? 0);
        return;
      }
      case "fsync":
        return this.#sync(this.#node(call.path));
      case "link":
        return this.#put(call.to ?? "", this.#node(call.path));
      case "rename":
        return this.#rename(call.path, call.to ?? "");
      case "unlink":
        return this.#drop(call.path);
      case "rm":
        return this.#remove(call.path);
      default:
        return;
    }
  }

  /** Makes the folder as a power cut now would leave it. */
  writeTo(folder: string, fate: Fate): void {
    const names = new Map([...this.#base].map(([id, entries]) => [id, new Map(entries)]));
    const entriesOf = (id: number) => {
      const entries = names.get(id) ?? new Map<string, number>();
      names.set(id, entries);
      return entries;
    };
    for (const { from, to, node, durable } of this.#steps) {
      if (!durable && !fate.keepsName()) continue;
      if (from !== undefined && entriesOf(from.folder).get(from.name) === node) {
        entriesOf(from.folder).delete(from.name);
      }
      if (to !== undefined) entriesOf(to.folder).set(to.name, node);
    }
    const written = new Map<number, string>();
    const write = (id: number, path: string): void => {
      const node = this.#nodes[id];
      if (node === undefined) return;
      if (node.isFolder) {
        mkdirSync(path, { recursive: true });
        for (const [name, child] of names.get(id) ?? []) write(child, join(path, name));
        return;
      }
      const twin = written.get(id);
      if (twin !== undefined) return linkSync(twin, path);
      written.set(id, path);
      writeFileSync(
        path,
        node.bytes.equals(node.durable) ? node.bytes : fate.contents(node.durable, node.bytes),
      );
      utimesSync(path, node.modified, node.modified);
    };
    write(0, folder);
  }

  #load(path: string, byInode: Map<number, number>): number {
    const found = lstatSync(path);
    const known = byInode.get(found.ino);
    if (known !== undefined) return known;
    const isFolder = found.isDirectory();
    const bytes = isFolder ? Buffer.alloc(0) : readFileSync(path);
    const node = this.#newNode(isFolder, bytes, statSync(path).mtime);
    node.durable = bytes;
    byInode.set(found.ino, node.id);
    if (!isFolder) return node.id;
    const names = readdirSync(path).map((name) => [name, this.#load(join(path, name), byInode)] as const);
    this.#base.set(node.id, new Map(names));
    this.#now.set(node.id, new Map(names));
    return node.id;
  }

  #newNode(isFolder: boolean, bytes: Buffer, modified = new Date()): Node {
    const node = { id: this.#nodes.length, isFolder, bytes, durable: Buffer.alloc(0), modified };
    this.#nodes.push(node);
    if (isFolder) this.#now.set(node.id, new Map());
    return node;
  }

  #find(path: string): Node | undefined {
    if (path === this.#root) return this.#nodes[0];
    const folder = this.#find(dirname(path));
    const id = folder && this.#now.get(folder.id)?.get(basename(path));
    return id === undefined ? undefined : this.#nodes[id];
  }

  #node(path: string): Node {
    const node = this.#find(path);
    if (node === undefined) throw new Error(`the recording uses ${path}, which it never made`);
    return node;
  }

  #place(path: string): { folder: number; name: string } {
    return { folder: this.#node(dirname(path)).id, name: basename(path) };
  }

  #put(path: string, node: Node): void {
    const to = this.#place(path);
    this.#now.get(to.folder)?.set(to.name, node.id);
    this.#steps.push({ to, node: node.id, durable: false });
  }

  #rename(path: string, target: string): void {
    const node = this.#node(path);
    const [from, to] = [this.#place(path), this.#place(target)];
    this.#now.get(from.folder)?.delete(from.name);
    this.#now.get(to.folder)?.set(to.name, node.id);
    this.#steps.push({ from, to, node: node.id, durable: false });
  }

  #drop(path: string): void {
    const node = this.#node(path);
    const from = this.#place(path);
    this.#now.get(from.folder)?.delete(from.name);
    this.#steps.push({ from, node: node.id, durable: false });
  }

  #remove(path: string): void {
    const node = this.#find(path);
    if (node === undefined) return;
    for (const name of this.#now.get(node.id)?.keys() ?? []) this.#remove(join(path, name));
    this.#drop(path);
  }

  #sync(node: Node): void {
    if (!node.isFolder) {
      node.durable = node.bytes;
      return;
    }
    for (const step of this.#steps) {
      if (step.from?.folder === node.id || step.to?.folder === node.id) step.durable = true;
    }
  }
}
