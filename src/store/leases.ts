import { randomUUID } from "node:crypto";
import { z } from "zod";
import { failure } from "../errors.js";
import { isGone, processSchema, thisProcess } from "../system/process.js";
import { leaseTime } from "./lease-time.js";
import type { Queries, Store } from "./store.js";

/**
 * A temporary, exclusive right to work on something, such as a feed. The holder renews the lease. A holder that has
 * lost the lease has an outdated token and cannot commit. A different process can take over a lease that has expired
 * according to the database's clock. A process on the same host can also take over the lease if it is certain that the
 * owner has exited: the host was rebooted, the process does not exist, or its process ID belongs to a different
 * process.
 */
export interface Lease {
  /**
   * Throws `lease_lost` if the lease has been taken over. In a transaction, no other process can take over the lease
   * until the transaction ends.
   */
  check(tx: Queries): Promise<void>;
  release(): Promise<void>;
}

const ownerSchema = z.strictObject({
  id: z.uuid(),
  ...processSchema.shape,
  /** Only for the lease of a running worker: the revision of the worker's workspace. */
  about: z.string().optional(),
});

type LeaseOwner = z.infer<typeof ownerSchema>;

/**
 * IDs of owners in this process that have released their lease, but whose release has not been saved, for
 * example because the store failed.
 */
const given = new Set<string>();

/** Acquires a lease and renews it until it is released. Throws `locked` if another owner holds it. */
export async function takeLease(store: Store, name: string, about?: string): Promise<Lease> {
  const me: LeaseOwner = { id: randomUUID(), ...thisProcess(), ...(about === undefined ? {} : { about }) };
  const token = await store.transaction(async (tx) => {
    const now = await store.now(tx);
    // Inserts the row if necessary and locks it, so that two callers are serialized even if the row does not exist
    // yet.
    const held = await tx
      .insertInto("leases")
      .values({ name, owner: "", since: "", deadline: 0, token: 0 })
      .onConflict((conflict) => conflict.column("name").doUpdateSet({ name }))
      .returningAll()
      .executeTakeFirstOrThrow();
    const owner = held.owner === "" ? undefined : ownerSchema.parse(JSON.parse(held.owner));
    if (owner !== undefined && held.deadline > now && !isOver(store, owner)) {
      throw failure("locked", { feed: name, pid: owner.pid, host: owner.host });
    }
    const next = held.token + 1;
    await tx
      .updateTable("leases")
      .set({ owner: JSON.stringify(me), since: new Date(now).toISOString() })
      .set({ deadline: now + leaseTime, token: next })
      .where("name", "=", name)
      .execute();
    return next;
  });
  const renewal = setInterval(() => void renew(store, name, token).catch(() => {}), leaseTime / 3);
  renewal.unref();
  return {
    async check(tx) {
      const held = await tx
        .selectFrom("leases")
        .select("token")
        .where("name", "=", name)
        .forUpdate()
        .executeTakeFirst();
      if (held?.token !== token) throw failure("lease_lost", { name });
    },
    async release() {
      clearInterval(renewal);
      given.add(me.id);
      await giveBack(store, name, token);
      given.delete(me.id);
    },
  };
}

function isOver({ engine }: Pick<Store, "engine">, owner: LeaseOwner): boolean {
  return given.has(owner.id) || isGone(owner, engine === "sqlite");
}

/** A lease that is held or was left behind by a crashed process. */
export interface OwnedLease {
  readonly name: string;
  readonly owner: LeaseOwner;
  readonly since: string;
  readonly token: number;
  readonly isGone: boolean;
  /** True if this process released the lease or tried to release it, which means that no crash left it behind. */
  readonly isGivenBack: boolean;
  /** Time for which the lease has been held, in milliseconds according to the database's clock. */
  readonly heldFor: number;
}

export async function ownedLeases(
  store: Pick<Store, "db" | "engine" | "now">,
): Promise<readonly OwnedLease[]> {
  const now = await store.now(store.db);
  const rows = await store.db
    .selectFrom("leases")
    .select(["name", "owner", "since", "deadline", "token"])
    .where("owner", "<>", "")
    .orderBy("name")
    .execute();
  return rows.map(({ owner: text, deadline, ...rest }) => {
    const owner = ownerSchema.parse(JSON.parse(text));
    const isGone = deadline <= now || isOver(store, owner);
    const isGivenBack = given.has(owner.id);
    return { ...rest, owner, isGone, isGivenBack, heldFor: now - Date.parse(rest.since) };
  });
}

/**
 * Clears leases that have expired or whose holders have exited. `names` contains the leases whose work has been done
 * since.
 */
export async function releaseAbandoned(
  store: Pick<Store, "db" | "engine" | "now">,
  names: readonly string[],
): Promise<void> {
  for (const { name, token, isGone } of await ownedLeases(store)) {
    if (!isGone || !names.includes(name)) continue;
    await giveBack(store, name, token);
  }
}

/** Has no effect if the lease has been taken over. */
async function giveBack({ db }: Pick<Store, "db">, name: string, token: number): Promise<void> {
  await db
    .updateTable("leases")
    .set({ owner: "", deadline: 0 })
    .where("name", "=", name)
    .where("token", "=", token)
    .execute();
}

async function renew(store: Store, name: string, token: number): Promise<void> {
  const deadline = (await store.now(store.db)) + leaseTime;
  await store.db
    .updateTable("leases")
    .set({ deadline })
    .where("name", "=", name)
    .where("token", "=", token)
    .execute();
}
