import { expect, it } from "vitest";
import { errorKinds, failure, fileSystemFailure, storeFailure } from "../src/errors.js";

function ofSystem(code: string, syscall = "open"): NodeJS.ErrnoException {
  return Object.assign(new Error(`${code}: no`), { code, syscall, path: "/x/y" });
}

it.each([
  ["EACCES", "mkdir", "no_permission", "retry"],
  ["EPERM", "rename", "no_permission", "retry"],
  ["EROFS", "open", "no_permission", "retry"],
  ["EACCES", "scandir", "not_readable", "fix"],
  ["ENOSPC", "write", "storage_failed", "retry"],
  ["ENOTDIR", "mkdir", "not_a_folder", "fix"],
  ["EISDIR", "read", "not_a_file", "fix"],
])("reports %s of %s as %s", (system, syscall, code, recovery) => {
  const error = fileSystemFailure(ofSystem(system, syscall));
  expect(error).toMatchObject({ code, recovery });
  expect(error?.message).toContain("/x/y");
});

it("states the purpose of opening a file that cannot be opened", () => {
  expect(fileSystemFailure(ofSystem("EACCES"), () => true)?.message).toBe(
    "/x/y cannot be opened: permission denied.",
  );
  expect(fileSystemFailure(ofSystem("EACCES"), () => false)?.message).toBe(
    "/x/y cannot be written: permission denied.",
  );
});

it("ignores errors that do not come from the file system", () => {
  expect(fileSystemFailure(new TypeError("x is undefined"))).toBeUndefined();
  expect(fileSystemFailure(ofSystem("ECONNREFUSED", "connect"))).toBeUndefined();
  expect(fileSystemFailure("text")).toBeUndefined();
});

it.each([
  ["08P01", "is behind a connection pooler that refused the connection", "pool_mode = transaction"],
  ["25006", "is read-only", "accepts writes"],
  ["53100", "has no space left on its disk", "Free some space"],
  ["53300", "has no free connections", "max_connections"],
  ["57P03", "is not ready for connections", "Wait until it has started"],
  ["3D000", "cannot be opened", "Correct the name of the database"],
  ["57014", "reported an error", "the database's log"],
  ["EPIPE", "did not respond", "Check that it is running"],
])("reports a database error %s that %s", (state, fault, next) => {
  const error = storeFailure("reason", state);
  expect(error).toMatchObject({ code: "store_unreachable", recovery: "retry" });
  expect(error.message).toBe(`The database ${fault}: reason.`);
  expect(error.hint).toContain(next);
});

it.each(Object.entries(errorKinds))("%s states its commands only as data", (code, { hint, commands }) => {
  expect(hint).not.toContain("`lading ");
  const used = [...hint.matchAll(/\{command(\d)\}/g)].map(([, place]) => Number(place));
  expect([...new Set(used)].sort(), code).toEqual(commands.map((_, index) => index + 1));
});

it("fills in the commands of an error", () => {
  expect(failure("store_damaged", { path: "lading.db", reason: "no database" })).toMatchObject({
    hint: "Stop all processes that use the store, and make a copy of the store. `lading restore FILE --reason TEXT` restores a backup.",
    commands: ["lading restore FILE --reason TEXT"],
  });
  expect(failure("paused", { feed: "acme/staff", to: 1 })).toMatchObject({
    hint: "Run `lading resume acme/staff` to accept deliveries again.",
    commands: ["lading resume acme/staff"],
  });
});

it("what `lading doctor` may report about a server does not point back to it", () => {
  // Doctor ignores the wait after failures, so it never reports that one.
  const hints = Object.entries(errorKinds).filter(
    ([code]) => code.startsWith("sftp_") && code !== "sftp_waiting",
  );
  expect(hints.length).toBeGreaterThan(25);
  expect(
    hints.filter(([, { commands }]) => (commands as readonly string[]).includes("lading doctor")),
  ).toEqual([]);
});
