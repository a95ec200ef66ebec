import type { ParsedKey } from "ssh2";
import { failure } from "../../errors.js";
import { plain } from "./plain.js";
import { readablePrivateKey, unsafeDsa, type UnusableKey } from "./private-key.js";

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
  const wrong = ({ reason, next }: UnusableKey) =>
    failure("sftp_wrong_private_key", { host, user, reason, next });
  const readable = readablePrivateKey(privateKey, passphrase);
  if ("reason" in readable) throw wrong(readable);
  const parsed: ParsedKey | readonly ParsedKey[] | Error = ssh2.utils.parseKey(readable.key, passphrase);
  const next = "Check the references `key` and `passphrase`.";
  if (parsed instanceof Error) throw wrong({ reason: plain(parsed.message), next });
  const [key] = [parsed].flat();
  if (key === undefined || !key.isPrivateKey()) throw wrong({ reason: "it holds a public key only", next });
  if (key.type === "ssh-dss" && !legacyAlgorithms) throw wrong(unsafeDsa);
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

/** How a login went, for whoever has to explain why it failed. */
export interface LoginCourse {
  /** The methods that the server takes, as it said last, in words. */
  takes(): string;
  /** What the server asked, in its own words. */
  prompts(): string;
  asksForNewPassword(): boolean;
  /** Set when one proof was accepted and another one is required. */
  secondProof(): SecondProof | undefined;
}

interface SecondProof {
  readonly accepted: string;
  readonly required: string;
  readonly next: string;
}

/**
 * Offers each secret once, in one attempt: the key if there is one, the password if the server takes passwords, else the
 * password as the answer to the server's one question. A second wrong try would bring the account nearer to its lock. (A
 * key is first only asked about; so an RSA key can be offered with each of its signatures.)
 */
export function loginOnce(username: string, { password, keys }: Credentials, tell: (method: string) => void) {
  const takes: string[] = [];
  const untried = [...keys];
  const questions: string[] = [];
  const accepted: string[] = [];
  let triedPassword = false;
  let hasAsked = false;
  let wantsNewPassword = false;
  let last: "the key" | "the password" | undefined;
  let offered: KeyOffer | undefined;

  function next(methods: string[] | null, isPartial: boolean | null, use: (method: unknown) => void): void {
    // The first question is which methods there are; it carries no secret.
    if (methods === null) {
      use("none");
      return;
    }
    if (isPartial === true && last !== undefined) {
      accepted.push(last);
      if (last === "the key") untried.length = 0;
    }
    takes.splice(0, takes.length, ...methods.map((method) => plain(method, 40)));
    const wantsPassword = password !== undefined && !triedPassword;
    offered = methods.includes("publickey") ? untried.shift() : undefined;
    last = offered === undefined ? "the password" : "the key";
    if (offered !== undefined) {
      tell("key");
      use({ type: "publickey", username, key: offered.key });
    } else if (wantsPassword && methods.includes("password")) {
      triedPassword = true;
      tell("password");
      use({ type: "password", username, password });
    } else if (wantsPassword && methods.includes("keyboard-interactive")) {
      triedPassword = true;
      hasAsked = true;
      tell("password");
      use({ type: "keyboard-interactive", username, prompt: answerOnce(password, questions) });
    } else if (accepted.length > 0 && !hasAsked && methods.includes("keyboard-interactive")) {
      // Asks for nothing but the question, so that the error can name it.
      hasAsked = true;
      use({ type: "keyboard-interactive", username, prompt: answerOnce(undefined, questions) });
      last = undefined;
    } else {
      use(false);
    }
  }
  return {
    next,
    takes: () => {
      const isRsa = keys.some(({ key }) => key.type.startsWith("rsa-sha2"));
      return `${takes.join(", ") || "nothing"}${isRsa ? "; our RSA key signs with SHA-2 only" : ""}`;
    },
    prompts: () => questions.join("\n"),
    asksForNewPassword: () => wantsNewPassword,
    secondProof: () =>
      secondProof({ accepted, takes, questions, hasPassword: password !== undefined, triedPassword }),
    /** The server's answer to the right password was the wish for a new one. */
    noteNewPassword: () => void (wantsNewPassword = true),
    /** What was weak about the attempt that was made last. */
    weak: () => (offered?.isWeak === true ? [`${offered.key.type} of our own key`] : []),
  };
}

function secondProof(course: {
  readonly accepted: readonly string[];
  readonly takes: readonly string[];
  readonly questions: readonly string[];
  readonly hasPassword: boolean;
  readonly triedPassword: boolean;
}): SecondProof | undefined {
  const { takes, questions, hasPassword, triedPassword } = course;
  const code = questions.find((question) => asksForCode.test(question)) ?? questions[1];
  // A question behind the password's own shows that the password was right.
  const accepted = [...course.accepted, ...(questions.length > 1 && triedPassword ? ["the password"] : [])];
  if (accepted.length === 0 && (code === undefined || !asksForCode.test(code))) return undefined;
  const proof = { accepted: accepted.join(" and ") || "the user name" };
  if (code !== undefined) {
    return {
      ...proof,
      required: `an answer to ${JSON.stringify(plain(code.trim(), 80))}`,
      next: withoutCode,
    };
  }
  if (takes.includes("publickey") && !takes.includes("password")) {
    return {
      ...proof,
      required: "a key",
      next: "Set `key` beside `password`, and give the partner its public key.",
    };
  }
  if (hasPassword && triedPassword) {
    return {
      ...proof,
      required: "a password, and refused this one",
      next: "Check `password`. Lading tries again after a wait, so that the account is not locked.",
    };
  }
  return {
    ...proof,
    required: takes.includes("password") ? "a password" : `another proof (${takes.join(", ")})`,
    next: `Set \`password\` beside \`key\`, if the partner gave you both. ${withoutCode}`,
  };
}

const withoutCode =
  "If it is a code that changes each time, ask the partner to let this user in without it: a program cannot enter such codes.";
const asksForCode = /\b(?:code|token|otp|one-time|verification|passcode|pin|authenticator|duo)\b/i;

/** Answers the first question that is alone, as "Password:" is, and no other. Never gives the password for a code. */
function answerOnce(password: string | undefined, asked: string[]) {
  let answered = false;
  return (
    _name: string,
    instructions: string,
    _language: string,
    questions: readonly { readonly prompt: string }[],
    finish: (answers: string[]) => void,
  ): void => {
    const texts = questions.map(({ prompt }) => prompt);
    if (instructions !== "" && texts.length > 0)
      asked.push(...texts.map((text) => `${instructions.trim()} ${text}`));
    else asked.push(...texts);
    const isCode = texts.some((text) => asksForCode.test(text));
    const answer = !answered && texts.length === 1 && !isCode && password !== undefined;
    answered ||= answer;
    finish(answer ? [password] : []);
  };
}
