import type { ParsedKey } from "ssh2";
import { failure } from "../../errors.js";
import { plain } from "./plain.js";

/**
 * What is offered to a server to be let in. The only file that imports ssh2 itself: a key that it has parsed can be told
 * how to sign, which the library would else decide by what the server says, down to SHA-1.
 */

export interface Login {
  readonly password?: string | undefined;
  readonly privateKey?: string | undefined;
  readonly passphrase?: string | undefined;
}

/** The secrets of a login, ready to be offered. */
export interface Credentials {
  readonly password: string | undefined;
  /** The key, once for each way to sign that may be tried, the best first; empty without a key. */
  readonly keys: readonly KeyOffer[];
}

interface KeyOffer {
  readonly key: ParsedKey;
  /** Signs with SHA-1. */
  readonly isWeak: boolean;
}

/** Reads the private key. Throws `sftp_wrong_private_key`. */
export async function openLogin(
  { host, user, legacyAlgorithms }: { host: string; user: string; legacyAlgorithms: boolean },
  { password, privateKey, passphrase }: Login,
): Promise<Credentials> {
  if (privateKey === undefined) return { password, keys: [] };
  const { default: ssh2 } = await import("ssh2");
  const wrong = (reason: string) => failure("sftp_wrong_private_key", { host, user, reason });
  const parsed: ParsedKey | readonly ParsedKey[] | Error = ssh2.utils.parseKey(privateKey, passphrase);
  if (parsed instanceof Error) throw wrong(plain(parsed.message));
  const [key] = [parsed].flat();
  if (key === undefined || !key.isPrivateKey()) throw wrong("it holds a public key only");
  if (key.type === "ssh-dss" && !legacyAlgorithms) throw wrong("DSA keys are no longer safe");
  return { password, keys: offersOf(key, legacyAlgorithms) };
}

/** An RSA key signs with SHA-2, with SHA-1 only where old algorithms are allowed; the other kinds have one way each. */
function offersOf(key: ParsedKey, isLegacy: boolean): readonly KeyOffer[] {
  if (key.type !== "ssh-rsa") return [{ key, isWeak: key.type === "ssh-dss" }];
  const safe = [signingWith(key, "rsa-sha2-512", "sha512"), signingWith(key, "rsa-sha2-256", "sha256")];
  const offers = safe.map((each) => ({ key: each, isWeak: false }));
  return isLegacy ? [...offers, { key, isWeak: true }] : offers;
}

/** The same key under the name of a signature algorithm (RFC 8332), which the library then takes as it is. */
function signingWith(key: ParsedKey, type: string, hash: string): ParsedKey {
  return Object.create(key, {
    type: { value: type },
    sign: { value: (data: Buffer) => key.sign(data, hash) },
  }) as ParsedKey;
}

/**
 * Offers each secret once, in one attempt: the key if there is one, the password if the server takes passwords, else the
 * password as the answer to the server's one question. A second wrong try would bring the account nearer to its lock. (A
 * key is first only asked about; so an RSA key can be offered with each of its signatures.)
 */
export function loginOnce(username: string, { password, keys }: Credentials, tell: (method: string) => void) {
  const takes: string[] = [];
  const untried = [...keys];
  let triedPassword = false;
  let offered: KeyOffer | undefined;

  function next(methods: string[] | null, _partly: boolean | null, use: (method: unknown) => void): void {
    // The first question is which methods there are; it carries no secret.
    if (methods === null) {
      use("none");
      return;
    }
    takes.splice(0, takes.length, ...methods.map((method) => plain(method, 40)));
    const wantsPassword = password !== undefined && !triedPassword;
    offered = methods.includes("publickey") ? untried.shift() : undefined;
    if (offered !== undefined) {
      tell("key");
      use({ type: "publickey", username, key: offered.key });
    } else if (wantsPassword && methods.includes("password")) {
      triedPassword = true;
      tell("password");
      use({ type: "password", username, password });
    } else if (wantsPassword && methods.includes("keyboard-interactive")) {
      triedPassword = true;
      tell("password");
      use({ type: "keyboard-interactive", username, prompt: answerOnce(password) });
    } else {
      use(false);
    }
  }
  return {
    next,
    /** The methods that the server takes, as it said last, in words. */
    takes: () => {
      const isRsa = keys.some(({ key }) => key.type.startsWith("rsa-sha2"));
      return `${takes.join(", ") || "nothing"}${isRsa ? "; our RSA key signs with SHA-2 only" : ""}`;
    },
    /** What was weak about the attempt that was made last. */
    weak: () => (offered?.isWeak === true ? [`${offered.key.type} of our own key`] : []),
  };
}

/** Answers the first question that is alone, as "Password:" is, and no other. */
function answerOnce(password: string) {
  let answered = false;
  return (
    _name: string,
    _instructions: string,
    _language: string,
    questions: readonly unknown[],
    finish: (answers: string[]) => void,
  ): void => {
    const answer = !answered && questions.length === 1;
    answered ||= answer;
    finish(answer ? [password] : []);
  };
}
