import type { ParsedKey } from "ssh2";
import { failure } from "../../errors.js";
import { plain } from "./plain.js";
import { publicKey, readablePrivateKey, ssh2Reason, unsafeDsa, type UnusableKey } from "./private-key.js";

/**
 * Credentials for an SFTP login. This is the only file that imports ssh2. With ssh2, Lading can choose the signature
 * algorithm of a parsed key. Otherwise, the server could select any algorithm, even SHA-1.
 */

export interface Login {
  readonly password?: string | undefined;
  readonly privateKey?: string | undefined;
  readonly passphrase?: string | undefined;
}

export interface Credentials {
  readonly password: string | undefined;
  /** The key, repeated for each signature algorithm, with the best algorithm first. Empty if there is no key. */
  readonly keys: readonly KeyOffer[];
}

interface KeyOffer {
  readonly key: ParsedKey;
  /** True if the key signs with SHA-1. */
  readonly isWeak: boolean;
}

/** Parses the private key. Throws `sftp_wrong_private_key`. */
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
  const parsed: ParsedKey | readonly ParsedKey[] | Error = ssh2.utils.parseKey(
    readable.key,
    readable.isOpen === true ? undefined : passphrase,
  );
  if (parsed instanceof Error) throw wrong(ssh2Reason(parsed.message));
  const [key] = [parsed].flat();
  if (key === undefined || !key.isPrivateKey()) throw wrong(publicKey);
  if (key.type === "ssh-dss" && !legacyAlgorithms) throw wrong(unsafeDsa);
  return { password, keys: offersOf(key, legacyAlgorithms) };
}

/**
 * RSA keys sign with SHA-2, and with SHA-1 only if legacy algorithms are permitted. Other keys have a single algorithm.
 */
function offersOf(key: ParsedKey, isLegacy: boolean): readonly KeyOffer[] {
  if (key.type !== "ssh-rsa") return [{ key, isWeak: key.type === "ssh-dss" }];
  const safe = [signingWith(key, "rsa-sha2-512", "sha512"), signingWith(key, "rsa-sha2-256", "sha256")];
  const offers = safe.map((each) => ({ key: each, isWeak: false }));
  return isLegacy ? [...offers, { key, isWeak: true }] : offers;
}

/** Returns the key with its type set to a signature algorithm (RFC 8332), which makes ssh2 use that algorithm. */
function signingWith(key: ParsedKey, type: string, hash: string): ParsedKey {
  return Object.create(key, {
    type: { value: type },
    sign: { value: (data: Buffer) => key.sign(data, hash) },
  }) as ParsedKey;
}

/** Progress of a login, used to explain a failure. */
export interface LoginCourse {
  /** Describes the login methods that the server accepts, according to its last response. */
  accepts(): string;
  /** Returns the server's questions, together with its instructions. */
  prompts(): string;
  asksForNewPassword(): boolean;
  /** True if the server asked a question that Lading does not answer. */
  hasOpenQuestion(): boolean;
  /**
   * If the server required a second login method, returns what the server had accepted, what it required, and the next
   * step.
   */
  secondProof(): SecondProof | undefined;
}

interface SecondProof {
  readonly accepted: string;
  readonly required: string;
  readonly next: string;
}

/**
 * Offers each secret once, the key first and then the password. The password may also be the answer to the server's
 * only question. No secret is sent twice, because a second failed attempt could lock the account. However, a server
 * that accepted the password may ask for it again with the other password method. An RSA key can be offered with each
 * signature algorithm, because the client first asks the server whether it accepts the key. `onOpenQuestion` is called
 * if the server asks a question that Lading does not answer. The callback must close the connection, because an empty
 * answer could be counted as a failed attempt.
 */
export function loginOnce(
  username: string,
  { password, keys }: Credentials,
  onMethod: (method: string) => void,
  onOpenQuestion: () => void,
) {
  const accepts: string[] = [];
  const untried = [...keys];
  const questions: string[] = [];
  const accepted: string[] = [];
  let triedPassword = false;
  let hasRepeated = false;
  let hasAsked = false;
  let wantsNewPassword = false;
  let hasOpenQuestion = false;
  let last: "the key" | "the password" | undefined;
  let offered: KeyOffer | undefined;

  const leaveOpen = (): void => {
    hasOpenQuestion = true;
    onOpenQuestion();
  };

  function next(methods: string[] | null, isPartial: boolean | null, use: (method: unknown) => void): void {
    // The first request asks for the permitted methods and does not contain secrets.
    if (methods === null) {
      use("none");
      return;
    }
    if (isPartial === true && last !== undefined) {
      accepted.push(last);
      if (last === "the key") untried.length = 0;
    }
    accepts.splice(0, accepts.length, ...methods.map((method) => plain(method, 40)));
    const isProven = accepted.includes("the password");
    const wantsPassword = password !== undefined && (!triedPassword || (isProven && !hasRepeated));
    offered = methods.includes("publickey") ? untried.shift() : undefined;
    last = offered === undefined ? "the password" : "the key";
    if (offered !== undefined) {
      onMethod("key");
      use({ type: "publickey", username, key: offered.key });
    } else if (wantsPassword && methods.includes("password")) {
      hasRepeated = triedPassword;
      triedPassword = true;
      onMethod("password");
      use({ type: "password", username, password });
    } else if (wantsPassword && methods.includes("keyboard-interactive")) {
      hasRepeated = triedPassword;
      const isFitting = hasRepeated ? (question: string) => asksForPassword.test(question) : () => true;
      triedPassword = true;
      hasAsked = true;
      onMethod("password");
      const prompt = answerOnce(password, questions, isFitting, leaveOpen);
      use({ type: "keyboard-interactive", username, prompt });
    } else if (accepted.length > 0 && !hasAsked && methods.includes("keyboard-interactive")) {
      // This request only fetches the question, so that the error can quote it.
      hasAsked = true;
      const prompt = answerOnce(undefined, questions, () => false, leaveOpen);
      use({ type: "keyboard-interactive", username, prompt });
      last = undefined;
    } else {
      use(false);
    }
  }
  return {
    next,
    accepts: () => {
      const isRsa =
        keys.some(({ key }) => key.type.startsWith("rsa-sha2")) && !keys.some(({ isWeak }) => isWeak);
      return `${accepts.join(", ") || "nothing"}${isRsa ? "; Lading's RSA key signs only with SHA-2" : ""}`;
    },
    prompts: () => questions.join("\n"),
    asksForNewPassword: () => wantsNewPassword,
    hasOpenQuestion: () => hasOpenQuestion,
    secondProof: () =>
      secondProof({ accepted, accepts, questions, hasPassword: password !== undefined, triedPassword }),
    /** Called if the server accepts the password but requires a new one. */
    noteNewPassword: () => void (wantsNewPassword = true),
    /** Returns the weak algorithms used in the last attempt. */
    weak: () => (offered?.isWeak === true ? [`${offered.key.type} of Lading's own key`] : []),
  };
}

function secondProof(course: {
  readonly accepted: readonly string[];
  readonly accepts: readonly string[];
  readonly questions: readonly string[];
  readonly hasPassword: boolean;
  readonly triedPassword: boolean;
}): SecondProof | undefined {
  const { accepts, questions, hasPassword, triedPassword } = course;
  const code = questions.find((question) => asksForCode.test(question)) ?? questions[1];
  // If the server asks another question after the password question, the password was correct.
  const accepted = [...course.accepted, ...(questions.length > 1 && triedPassword ? ["the password"] : [])];
  if (accepted.length === 0 && (code === undefined || !asksForCode.test(code))) return undefined;
  const proof = { accepted: accepted.join(" and ") || "the user name" };
  if (code !== undefined) {
    return { ...proof, required: answerTo(code), next: withoutCode };
  }
  if (accepts.includes("publickey") && !accepts.includes("password")) {
    return {
      ...proof,
      required: "a key",
      next: "Set `key` in addition to `password`, and send the public key to the partner.",
    };
  }
  const question = questions.at(-1);
  const isForPassword = question === undefined || asksForPassword.test(question);
  if (hasPassword && triedPassword && isForPassword) {
    return {
      ...proof,
      required: "a password, and rejected the configured password",
      next: "Check `password`. Lading waits before the next login, so that the server does not lock this user.",
    };
  }
  const other =
    question === undefined ? `another authentication method (${accepts.join(", ")})` : answerTo(question);
  return {
    ...proof,
    required: accepts.includes("password") ? "a password" : other,
    next: hasPassword
      ? "Ask the partner to exempt this user from this authentication method, because Lading sends only the key and the password."
      : `If the partner also gave you a password, set \`password\` in addition to \`key\`. ${withoutCode}`,
  };
}

function answerTo(question: string): string {
  return `an answer to ${JSON.stringify(plain(question.trim(), 80))}`;
}

const withoutCode =
  "If the server asks for a code that changes each time, ask the partner to exempt this user from the code, because a program cannot enter it.";
/** Matches a server's question for a password, in several languages. */
const asksForPassword =
  /passwor[dt]|passphrase|kennwort|mot de passe|contraseña|clave|senha|wachtwoord|hasło|lösenord|adgangskode|salasana|пароль|密码|密碼|パスワード|암호/iu;
const asksForCode = /\b(?:code|token|otp|one-time|verification|passcode|pin|authenticator|duo)\b/i;

/**
 * Answers the first question, such as "Password:", if `isFitting` returns true for it and the request contains no other
 * question. No further questions are answered, and the password is never sent in place of a one-time code.
 */
function answerOnce(
  password: string | undefined,
  asked: string[],
  isFitting: (question: string) => boolean,
  leaveOpen: () => void,
) {
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
    const isAnswerable = !isCode && texts.every(isFitting);
    if (answered || texts.length !== 1 || !isAnswerable || password === undefined) {
      leaveOpen();
      return;
    }
    answered = true;
    finish([password]);
  };
}
