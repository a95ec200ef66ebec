import { failure, LadingError } from "../../errors.js";
import type { LoginCourse } from "./login.js";
import { plain } from "./plain.js";

/** This module determines why a connection failed, based on the server's messages and errors. */

/** Messages that a server sent before the SFTP session was open. */
export interface ServerTexts {
  /** Lines that the server sent before the line that begins with `SSH-`. */
  greeting: string;
  /** Banners and instructions that the server sent during the login. */
  login: string;
  /** Output on the session channel, from a login script or a program that runs instead of SFTP. */
  session: string;
}

export interface FailedConnect {
  readonly host: string;
  readonly port: number;
  readonly user: string;
  /** The step that failed. Completes the phrase "while ..." in error messages. */
  readonly doing: string;
  readonly received: ServerTexts;
  readonly course: LoginCourse;
  readonly error: Error;
  /** The first error message and code from ssh2, such as the reason for a disconnect. */
  readonly message: string;
  readonly code: unknown;
}

/** SSH_DISCONNECT_TOO_MANY_CONNECTIONS (RFC 4253 section 11.1). */
const tooManyConnections = 12;

const limitWords =
  /too many (?:connections|sessions|logins|users|clients)|max(?:imum)?[ _-]?(?:number of )?(?:startups|connections|sessions|logins|users|clients)|(?:connection|session|login|user)s? (?:limit|quota)|limit of .{0,20}(?:connections|sessions)|no (?:more|further) (?:connections|sessions|logins)|not allowed at this time|already (?:logged in|connected)/i;
const expiredWords =
  /(?:password|passwort|mot de passe|contraseña)[^.\n]{0,60}(?:expire|abgelaufen|caducad|must be changed|change required)|(?:change|expired) (?:your |the )?password|must change/i;

/** Error messages from ssh2, ssh2-sftp-client and Node when the server closes the connection. */
const endedByServer = /Unexpected (?:end|close) event|Connection lost before handshake|ECONNRESET/;

export function refusalOf(failed: FailedConnect): LadingError | undefined {
  const { host, port, user, doing, received, course, error, message, code } = failed;
  const said = `${received.greeting}\n${received.session}\n${message}`;
  const limit = (reason: string) =>
    failure("sftp_no_more_connections", { host, reason: plain(reason) }, error);
  if (code === tooManyConnections || limitWords.test(said)) return limit(quoted(said));

  if (doing === "greeting") {
    const greeting = received.greeting.trim();
    if (greeting !== "" && !/^SSH-/m.test(greeting)) {
      return failure("sftp_not_ssh", { host, port, said: quoted(greeting) }, error);
    }
    const hungUp = /ECONNRESET|closed|ended the connection|Connection lost/i.test(
      `${message} ${String(code)}`,
    );
    return greeting === "" && hungUp
      ? limit("the server closed the connection without a message")
      : undefined;
  }

  const expired = [received.session, course.prompts(), received.login].find((text) =>
    expiredWords.test(text),
  );
  if (expired !== undefined || course.asksForNewPassword()) {
    const words = expired === undefined ? "" : `: ${quoted(expired)}`;
    return failure("sftp_password_expired", { host, user, said: words }, error);
  }
  if (doing === "preparing the login" && /authentication methods failed/i.test(message)) {
    const [methods, next] = [course.accepts(), wantedSecret(course.accepts())];
    return failure("sftp_no_login_method", { host, user, methods, next }, error);
  }
  if (doing.startsWith("logging in")) {
    const isRefused =
      course.hasOpenQuestion() || /authentication methods failed|too many authentication/i.test(message);
    if (!isRefused)
      return endedByServer.test(message) ? failure("sftp_login_cut", { host, user }, error) : undefined;
    const second = course.secondProof();
    if (second !== undefined) return failure("sftp_second_proof", { host, user, ...second }, error);
    return failure("sftp_login_failed", { host, user, methods: course.accepts() }, error);
  }
  if (doing !== "opening SFTP") return undefined;
  if (/Channel open failure/i.test(message))
    return limit(`the server did not open a session (${lastWords(message)})`);
  const session = received.session.trim();
  if (session !== "") return failure("sftp_text_first", { host, user, said: quoted(session) }, error);
  if (received.session !== "") return failure("sftp_text_first", { host, user, said: "blank lines" }, error);
  // If the error is a Lading error, such as a timeout, it already explains the failure.
  if (error instanceof LadingError) return undefined;
  return failure("sftp_no_sftp", { host, user, reason: plain(lastWords(message)) }, error);
}

/** Returns the next step, such as the setting that adds a secret for a login method that the server accepts. */
function wantedSecret(methods: string): string {
  if (/password|keyboard-interactive/.test(methods)) return "Set `password` for this user.";
  if (methods.includes("publickey")) return "Set `key`, and send the partner the public key.";
  return "Ask the partner to allow this user to log in with a key or a password.";
}

/** Removes library function names from the start of a message. */
export function lastWords(message: string): string {
  return message
    .replace(/^(?:getConnection|connect|end|lading|sftp)(?:->|: )/g, "")
    .replace(/^(?:sftp|getConnection): /, "");
}

function quoted(text: string): string {
  const line = text.split(/\r?\n/).find((each) => each.trim() !== "") ?? "";
  return JSON.stringify(plain(line.trim()));
}
