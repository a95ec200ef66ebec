import { randomUUID } from "node:crypto";
import { z } from "zod";
import { failure } from "../errors.js";
import { isGone, processSchema, thisProcess } from "../system/process.js";
import { leaseTime } from "./lease-time.js";
import type { Queries, Store } from "./store.js";

/**
 * The right to work on something for a while: on a feed, say. Whoever holds it renews it; whoever lost it cannot commit, for
 * its token is older. It is taken over from an owner that is provably gone (same host; another boot, no such process, or
 * another process under the same number), or once its time is over by the clock of the database.
 */
export interface Lease {
  /** Throws `lease_lost` when somebody else has it by now. In a transaction: nobody takes it until that ends. */
  check(tx: Queries): Promise<void>;
  release(): Promise<void>;
}

const ownerSchema = z.strictObject({
  id: z.uuid(),
  ...processSchema.shape,
  /** What the holder says of itself. */
  about: z.string().optional(),
});

type LeaseOwner = z.infer<typeof ownerSchema>;

/** Owners in this process that hold nothing any more although the store, which failed, says so. */
const given = new Set<string>();

/** Takes the lease of that name, or throws `locked`. */
export async function takeLease(store: Store, name: string, about?: string): Promise<Lease> {
  const me: LeaseOwner = { id: randomUUID(), ...thisProcess(), ...(about === undefined ? {} : { about }) };
  const token = await store.transaction(async (tx) => {
    const now = await store.now(tx);
    // Locks the row, also one that it makes: two that are the first take turns, too.
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

/** A lease that somebody holds, or left when it ended in the middle. */
export interface OwnedLease {
  readonly name: string;
  readonly owner: LeaseOwner;
  readonly since: string;
  readonly token: number;
  readonly isGone: boolean;
  /** Whether this process gives it back, or could not: nobody left it in the middle. */
  readonly isGivenBack: boolean;
  /** In milliseconds, by the clock of the database. */
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

/** Clears leases of processes that are gone, once others have done the work. */
export async function releaseNeglected(
  store: Pick<Store, "db" | "engine" | "now">,
  names: readonly string[],
): Promise<void> {
  for (const { name, token, isGone } of await ownedLeases(store)) {
    if (!isGone || !names.includes(name)) continue;
    await giveBack(store, name, token);
  }
}

/** Nothing where another has taken it meanwhile. */
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
