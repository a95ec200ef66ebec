import { mkdir, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { move, type OutboxEntry, type State } from "../../src/outbox/entries.js";
import { sendInvoices } from "../../src/outbox/send.js";
import type { OutboxFolder } from "../../src/outbox/outbox-folder.js";
import { invoice, scene, type Scene } from "./scene.js";

/** Results that the FFS reports in its own files, or by the place of the invoice file. */

const acknowledgements = { imported: ["{name}.ok", "done/{name}"], refused: ["error/{name}", "{name}.err"] };
const signal = new AbortController().signal;

function passing(here: Scene) {
  return () =>
    sendInvoices({ store: here.store, target: here.target, account: "acme", signal, acknowledgements });
}

async function states(here: Scene) {
  return (await here.entries()).map(({ number, state, history }) => [
    number,
    state,
    history.at(-1)?.why ?? "",
  ]);
}

type PassOptions = Parameters<Scene["pass"]>[0];

/** One invoice that was sent, and that the FFS took without an answer. */
async function taken(options?: PassOptions) {
  const here = await scene();
  const pass = options === undefined ? passing(here) : () => here.pass(options);
  await here.post("A-1");
  await pass();
  await here.take();
  await pass();
  return { here, pass };
}

/** The person's decision about the posted invoice. */
async function decide(here: Scene, to: State): Promise<OutboxEntry> {
  const [entry] = await here.entries();
  if (entry === undefined) throw new Error("nothing was posted");
  await here.store.transaction((tx) => move(here.store, tx, entry, { to, by: "ann" }));
  return entry;
}

test("recognizes an imported or refused invoice by its own file or by the place of the invoice file, and reads nothing twice", async () => {
  const here = await scene();
  const pass = passing(here);
  const numbers = ["A-1", "A-2", "A-3", "A-4", "A-5"];
  for (const number of numbers) await here.post(number);
  await pass();
  for (const folder of ["done", "error"]) await mkdir(join(here.folder, folder));
  const at = (name: string) => join(here.folder, name);
  await rename(at("A-1.csv"), at("done/A-1.csv"));
  await writeFile(at("A-2.csv.ok"), "");
  await rename(at("A-3.csv"), at("error/A-3.csv"));
  await writeFile(at("A-4.csv.err"), "duplicate invoice\nmore\n");
  await writeFile(at("A-5.csv.err"), "");
  await writeFile(at("A-5.csv.ok"), "");
  const { errors } = await pass();
  expect(errors).toEqual([]);
  const after = [
    ["A-1", "IMPORTED", "The FFS reported the invoice as imported."],
    ["A-2", "IMPORTED", "The FFS reported the invoice as imported."],
    ["A-3", "REFUSED", "The FFS refused the invoice: error/A-3.csv."],
    ["A-4", "REFUSED", "The FFS refused the invoice: duplicate invoice"],
    ["A-5", "IN_DOUBT", "The FFS reports attempt 1 as both imported and refused."],
  ];
  expect(await states(here)).toEqual(after);
  await pass();
  expect(await states(here)).toEqual(after);
  // It reports the opposite result for an imported and for a refused invoice.
  await writeFile(at("A-2.csv.err"), "");
  await writeFile(at("A-4.csv.ok"), "");
  await pass();
  expect((await states(here)).map(([, state]) => state)).toEqual([
    ...["IMPORTED", "IN_DOUBT", "REFUSED", "IN_DOUBT", "IN_DOUBT"],
  ]);
  // A person sends it again. The known answer for the first attempt is ignored, and the answer for the second
  // one counts.
  const fifth = (await here.entries())[4];
  if (fifth === undefined) throw new Error("nothing was posted");
  await here.store.transaction((tx) => move(here.store, tx, fifth, { to: "RECORDED", by: "ann" }));
  await pass();
  expect((await here.entries())[4]).toMatchObject({ state: "SENT", attempt: 2 });
  await writeFile(at("A-5-2.csv.ok"), "");
  await pass();
  expect((await here.entries())[4]?.state).toBe("IMPORTED");
  // A refusal as a duplicate does not free the number.
  expect(await here.post("A-4")).toMatchObject({ isNew: false });
});

test("does not send an invoice again after an answer about an attempt that a person gave up", async () => {
  const { here, pass } = await taken();
  await decide(here, "RECORDED");
  await writeFile(join(here.folder, "A-1.csv.ok"), "");
  expect(await pass()).toMatchObject({ sent: 0 });
  expect((await here.entries())[0]?.state).toBe("IMPORTED");
  expect(await here.names()).toEqual(["A-1.csv.ok"]);
});

describe.each(["files", "lists"] as const)(
  "an answer about an earlier attempt after a later one was sent, given by %s",
  (way) => {
    const list = {
      ...{ files: "results-*.csv", invoice: "Ref", word: "Result", reason: undefined },
      ...{ imported: ["ok"], refused: ["err"] },
    };
    let lists = 0;

    /**
     * The invoice was sent twice, because a person considered the first attempt lost. The second file is still
     * there.
     */
    async function sentTwice() {
      const { here, pass } = await taken({
        acknowledgements: way === "files" ? acknowledgements : { imported: [], refused: [], list },
      });
      await decide(here, "RECORDED");
      await pass();
      expect(await here.names()).toEqual(["A-1-2.csv"]);
      const acknowledge = (...files: readonly string[]) =>
        Promise.all(
          way === "files"
            ? files.map((file) => writeFile(join(here.folder, file), ""))
            : [
                writeFile(
                  join(here.folder, `results-${++lists}.csv`),
                  ["Ref,Result", ...files.map((file) => file.replace(/\.(?=ok$|err$)/, ","))].join("\n"),
                ),
              ],
        );
      return { here, pass, acknowledge, pickUp: () => rm(join(here.folder, "A-1-2.csv")) };
    }

    const isOfBoth = "The FFS imported attempts 1 and 2, so the FFS has the invoice twice.";

    test("withdraws the later file", async () => {
      const { here, pass, acknowledge } = await sentTwice();
      await acknowledge("A-1.csv.ok");
      await pass();
      expect(await here.names()).not.toContain("A-1-2.csv");
      expect(await states(here)).toEqual([["A-1", "IMPORTED", "The FFS reported attempt 1 as imported."]]);
    });

    test("makes the invoice uncertain if the later file is gone, until the FFS reports that it refused the later attempt", async () => {
      const { here, pass, acknowledge, pickUp } = await sentTwice();
      await pickUp();
      await acknowledge("A-1.csv.ok");
      await pass();
      const why = "The FFS reported attempt 1 as imported. The FFS may also have received a later attempt.";
      expect(await states(here)).toEqual([["A-1", "IN_DOUBT", why]]);
      await pass();
      expect(await states(here)).toEqual([["A-1", "IN_DOUBT", why]]);
      await acknowledge("A-1-2.csv.err", ...(way === "files" ? [] : ["A-1.csv.ok"]));
      await pass();
      expect(await states(here)).toEqual([["A-1", "IMPORTED", "The FFS reported attempt 1 as imported."]]);
    });

    test.each([
      ["at once", ["A-1.csv.ok", "A-1-2.csv.ok"]],
      ["with the later answer first", ["A-1-2.csv.ok"], ["A-1.csv.ok"]],
      ["with the later answer last", ["A-1.csv.ok"], ["A-1-2.csv.ok"]],
    ])("makes a person decide once if the FFS imported both attempts %s", async (_, ...batches) => {
      const { here, pass, acknowledge, pickUp } = await sentTwice();
      await pickUp();
      for (const batch of batches) {
        await acknowledge(...batch);
        await pass();
      }
      expect(await states(here)).toEqual([["A-1", "IN_DOUBT", isOfBoth]]);
      await decide(here, "IMPORTED");
      await pass();
      expect((await states(here))[0]?.[1]).toBe("IMPORTED");
    });
  },
);

test("withdraws the later file while it is there after an answer in a list by Lading's id", async () => {
  const list = {
    ...{ files: "results-*.csv", invoice: "Ref", word: "Result", reason: undefined },
    ...{ imported: ["OK"], refused: ["ERR"] },
  };
  const { here, pass } = await taken({ acknowledgements: { imported: [], refused: [], list } });
  const { id } = await decide(here, "RECORDED");
  await pass();
  await writeFile(join(here.folder, "results-1.csv"), `Ref,Result\n${id},OK\n`);
  await pass();
  expect(await states(here)).toEqual([["A-1", "IMPORTED", "The FFS reported the invoice as imported."]]);
  expect(await here.names()).toEqual(["results-1.csv"]);
});

describe("answers when nothing is open any more", () => {
  test("are asked about once if they refuse an invoice that a person confirmed, and are reported if the invoice was never sent", async () => {
    const here = await scene();
    const pass = passing(here);
    await here.post("A-1");
    await pass();
    await here.take();
    await decide(here, "IMPORTED");
    await writeFile(join(here.folder, "A-1.csv.err"), "");
    await writeFile(join(here.folder, "Z-9.csv.ok"), "");
    const { errors } = await pass();
    expect(errors.map(({ message }) => message)).toEqual([expect.stringContaining("Z-9.csv")]);
    const why = "The FFS reported the invoice as imported and later as refused: A-1.csv.err";
    expect(await states(here)).toEqual([["A-1", "IN_DOUBT", why]]);
    await decide(here, "IMPORTED");
    await pass();
    expect((await states(here))[0]?.[1]).toBe("IMPORTED");
  });

  test("are not asked about if they refused the invoice before a person confirmed it", async () => {
    const here = await scene();
    const pass = passing(here);
    await here.post("A-1");
    await pass();
    await writeFile(join(here.folder, "A-1.csv.err"), "duplicate");
    await pass();
    await decide(here, "IMPORTED");
    await pass();
    expect((await states(here))[0]?.[1]).toBe("IMPORTED");
  });

  test("are reported for invoices that were never posted or were withdrawn", async () => {
    const here = await scene();
    await writeFile(join(here.folder, "Z-9.csv.ok"), "");
    expect((await passing(here)()).errors).toHaveLength(1);
    await rm(join(here.folder, "Z-9.csv.ok"));
    await here.post("A-1");
    const list = {
      ...{ files: "{name}.log", invoice: undefined, word: "Result", reason: undefined },
      ...{ imported: ["OK"], refused: ["ERR"] },
    };
    const pass = () => here.pass({ acknowledgements: { imported: [], refused: [], list } });
    await pass();
    await here.take();
    await pass();
    await decide(here, "WITHDRAWN");
    await writeFile(join(here.folder, "A-1.csv.log"), "Row,Result\n1,OK\n");
    expect((await pass()).errors.map(({ message }) => message)).toEqual([expect.stringContaining("A-1.csv")]);
  });
});

test("reports the answer for a withdrawn invoice", async () => {
  const { here, pass } = await taken();
  await decide(here, "WITHDRAWN");
  await here.post("A-2");
  await writeFile(join(here.folder, "A-1.csv.err"), "");
  expect((await pass()).errors).toEqual([]);
  await rm(join(here.folder, "A-1.csv.err"));
  await writeFile(join(here.folder, "A-1.csv.ok"), "");
  expect((await pass()).errors.map(({ message }) => message)).toEqual([expect.stringContaining("A-1.csv")]);
});

test("resolves a doubt by an answer, and reports an answer for a file that was never sent", async () => {
  const here = await scene();
  const pass = passing(here);
  await here.post("A-1");
  await here.post("A-2");
  await pass();
  await decide(here, "IN_DOUBT");
  await writeFile(join(here.folder, "A-1.csv.ok"), "");
  await writeFile(join(here.folder, "Z-9.csv.ok"), "");
  const { errors } = await pass();
  expect((await here.entries()).map(({ state }) => state)).toEqual(["IMPORTED", "SENT"]);
  expect(errors.map(({ code, message }) => [code, message.includes("Z-9.csv")])).toEqual([
    ["outbox_unknown_acknowledgement", true],
  ]);
});

test("reads results in lists by Lading's id or the file name, and does not apply known results again", async () => {
  const here = await scene();
  const list = {
    ...{ files: "results/*.csv", invoice: "Ref", word: "Result", reason: "Why" },
    ...{ imported: ["OK"], refused: ["ERR"] },
  };
  const passed = async () =>
    (
      await sendInvoices({
        ...{ store: here.store, target: here.target, account: "acme", signal },
        acknowledgements: { imported: [], refused: [], list },
      })
    ).errors.map(({ message }) => message);
  for (const n of [1, 2, 3, 4, 5]) await here.post(`A-${n}`);
  await passed();
  const ids = (await here.entries()).map(({ id }) => id);
  const at = join(here.folder, "results");
  await mkdir(at);
  const rows = [
    ["Ref", "Result", "Why"],
    ...[
      [ids[0], "OK", ""],
      ["A-2.csv", "ERR", "no such job"],
      [ids[2], "OK", ""],
      [ids[2], "ERR", "line 2"],
    ],
    ...[
      [ids[3], "PENDING", ""],
      ["somebody's own", "OK", ""],
      ["lading-nobody", "OK", ""],
    ],
  ];
  const text = (all: readonly (readonly (string | undefined)[])[]) =>
    all.map((row) => `${row.join(";")}\r\n`).join("");
  await writeFile(join(at, "1.csv"), text(rows));
  expect(await passed()).toEqual([expect.stringContaining("for acme: lading-nobody.")]);
  expect(await states(here)).toEqual([
    ["A-1", "IMPORTED", "The FFS reported the invoice as imported."],
    ["A-2", "REFUSED", "The FFS refused the invoice: no such job"],
    ["A-3", "IN_DOUBT", "The FFS imported 1 of the invoice's lines and refused 1: line 2"],
    ["A-4", "SENT", ""],
    ["A-5", "SENT", ""],
  ]);
  expect(await passed()).toHaveLength(1);
  // The invoice is sent again after a refusal. The list's entry for the first attempt does not count for the
  // second one. The list grows.
  const second = (await here.entries())[1];
  if (second === undefined) throw new Error("nothing was posted");
  await here.store.transaction((tx) => move(here.store, tx, second, { to: "RECORDED" }));
  await passed();
  await writeFile(join(at, "1.csv"), text([...rows, [ids[3], "OK", ""]]));
  await passed();
  expect((await here.entries()).map(({ state }) => state)).toEqual([
    ...["IMPORTED", "SENT", "IN_DOUBT", "IMPORTED", "SENT"],
  ]);
  // Nobody knows how the FFS got an invoice that was never sent.
  const one = invoice("A-6");
  await here.post("A-6", one);
  await writeFile(
    join(at, "2.csv"),
    text([
      ["Ref", "Result"],
      [one.id, "OK"],
    ]),
  );
  await writeFile(join(at, "3.csv"), "not a list");
  expect((await passed()).join()).toContain(`results/3.csv`);
  expect((await here.entries())[5]?.state).toBe("IN_DOUBT");
  expect(await here.names()).not.toContain("A-6.csv");
});

test("reads results in a list of the lines of each file", async () => {
  const here = await scene();
  const list = {
    ...{ files: "{name}.log", invoice: undefined, word: "Result", reason: undefined },
    ...{ imported: ["OK"], refused: ["ERR"] },
  };
  const acknowledgements = { imported: [], refused: [], list };
  const pass = () =>
    sendInvoices({ store: here.store, target: here.target, account: "acme", signal, acknowledgements });
  for (const n of [1, 2]) await here.post(`A-${n}`);
  await pass();
  await writeFile(join(here.folder, "A-1.csv.log"), "Row,Result\n1,OK\n2,OK\n");
  await writeFile(join(here.folder, "A-2.csv.log"), "Row,Result\n1,OK\n2,ERR\n");
  await pass();
  expect((await here.entries()).map(({ state }) => state)).toEqual(["IMPORTED", "IN_DOUBT"]);
  // A known list is not read again once it has settled.
  const read: string[] = [];
  const target: OutboxFolder = {
    ...here.target,
    read: (side, name) => {
      read.push(name);
      return here.target.read(side, name);
    },
  };
  await here.pass({ target, acknowledgements });
  await here.pass({ target, acknowledgements });
  expect(read).toEqual(["A-1.csv.log", "A-2.csv.log"]);
  // It was still being written at the first read.
  await writeFile(join(here.folder, "A-1.csv.log"), "Row,Result\n1,OK\n2,OK\n3,ERR\n");
  await here.post("A-3");
  await pass();
  expect((await here.entries()).map(({ state }) => state)).toEqual(["IN_DOUBT", "IN_DOUBT", "SENT"]);
});

test("reads more answers than one database statement can name", async () => {
  const here = await scene();
  await here.post("A-1");
  await passing(here)();
  const names = Array.from({ length: 70_000 }, (_, n) => `Z-${n}.csv.ok`);
  const target = {
    ...here.target,
    names: async (side: "final" | "own", folder?: string) =>
      side === "final" && folder === "" ? [...names, "A-1.csv.ok"] : here.target.names(side, folder),
  };
  await sendInvoices({ store: here.store, target, account: "acme", signal, acknowledgements });
  expect((await here.entries())[0]?.state).toBe("IMPORTED");
});
