import type { DiskFile } from "../../system/read-file.js";
import type { Start, StudioError, View } from "./messages.js";
import type { Project } from "./projects.js";
import { RequestRefused } from "./request-refused.js";
import { openSession, type StudioSession } from "./session.js";

interface SampleSession {
  readonly session: StudioSession;
  readonly source: DiskFile;
}

/** The open samples of a local studio, or of one sign-in session on a shared console. */
export class Workbench {
  readonly #project: () => Promise<Project>;
  readonly #remove: (file: DiskFile) => Promise<void>;
  readonly #mayPromote: boolean;
  /** By ID, oldest first. */
  readonly #samples = new Map<string, SampleSession>();
  #opened = 0;
  #isClosed = false;

  /** `remove` deletes a sample's file. */
  constructor(
    project: () => Promise<Project>,
    remove: (file: DiskFile) => Promise<void>,
    mayPromote: boolean,
  ) {
    this.#project = project;
    this.#remove = remove;
    this.#mayPromote = mayPromote;
  }

  get count(): number {
    return this.#samples.size;
  }

  /** Latest first. */
  get listed(): Start["open"] {
    return [...this.#samples.values()].map(({ session }) => session.listed).reverse();
  }

  /** Throws `RequestRefused` if the sample is not open. */
  session(id: string): StudioSession {
    const found = this.#samples.get(id);
    if (found === undefined) throw sampleGone();
    return found.session;
  }

  async open(source: DiskFile): Promise<View> {
    try {
      const id = String(++this.#opened);
      const others = () => [...this.#samples.values()].map((each) => each.session);
      const session = await openSession(id, source, this.#project, others, this.#mayPromote);
      const view = await session.view();
      if (this.#isClosed) throw sampleGone();
      this.#samples.set(id, { session, source });
      return view;
    } catch (error) {
      await this.#remove(source);
      throw error;
    }
  }

  async dropOldest(): Promise<void> {
    const [oldest] = this.#samples;
    if (oldest === undefined) return;
    this.#samples.delete(oldest[0]);
    await this.#remove(oldest[1].source);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    while (this.count > 0) await this.dropOldest();
  }
}

export function sampleGone(): RequestRefused {
  const error: StudioError = {
    code: "gone",
    message: "This sample is no longer open: the console was restarted, or many other samples were opened.",
    hint: "Drop the file again. Saved mappings are not lost.",
  };
  return new RequestRefused(error, 404);
}
