import { createPrivateKey, type KeyObject } from "node:crypto";
import { plain } from "./plain.js";

export interface UnusableKey {
  readonly reason: string;
  readonly next: string;
}

interface ReadableKey {
  readonly key: string;
  /** True if the key is not encrypted. In that case, a passphrase is not needed and must not be used. */
  readonly isOpen?: boolean;
}

/**
 * Converts a private key to a format that ssh2 reads. Keys in OpenSSH's format, in version 2 of PuTTY's format (RSA and
 * DSA), and DSA keys in PEM format are not converted. Node converts all other PEM files, such as PKCS#8, encrypted or
 * not.
 */
export function readablePrivateKey(text: string, passphrase: string | undefined): ReadableKey | UnusableKey {
  const key = unescaped(text);
  if (/^PuTTY-User-Key-File-2: ssh-(?:rsa|dss)\s/.test(key)) {
    // ssh2 would use the passphrase to verify even an unencrypted file, and the verification would fail.
    return /^Encryption: none$/m.test(key) ? { key, isOpen: true } : { key };
  }
  const foreign = foreignForm(key);
  if (foreign !== undefined) return foreign;
  const pem = /-----BEGIN ([A-Z0-9 ]*)PRIVATE KEY-----[\s\S]+?-----END \1PRIVATE KEY-----/.exec(key);
  if (pem === null) return /-----BEGIN [A-Z0-9 ]*PRIVATE KEY-----/.test(key) ? damaged : unknownForm;
  const kind = pem[1] ?? "";
  const block = withLines(pem[0]);
  if (kind === "OPENSSH ") return cipherOf(block).startsWith("chacha20") ? unreadableCipher : { key: block };
  if (kind === "DSA ") return { key: block };
  const isEncrypted = kind === "ENCRYPTED " || /^DEK-Info:/m.test(block);
  if (isEncrypted && !passphrase) return noPassphrase;
  try {
    return rewritten(createPrivateKey({ key: block, ...(passphrase && { passphrase }) }));
  } catch (error) {
    return opensslReason(error as NodeJS.ErrnoException, isEncrypted);
  }
}

const checkReference =
  "Check the references `key` and `passphrase`. The key must be a private key in OpenSSH or PEM format.";
const unknownForm: UnusableKey = {
  reason: "it is not a private key in a known format",
  next: checkReference,
};
const damaged: UnusableKey = {
  reason: "the file is damaged",
  next: "Copy the complete key again, in binary mode.",
};
const unreadableCipher: UnusableKey = {
  reason: "it is encrypted with ChaCha20, which Lading does not support",
  next: "Encrypt the key with another cipher: `ssh-keygen -p -Z aes256-ctr -f KEY`.",
};
const noPassphrase: UnusableKey = {
  reason: "it is encrypted, and `passphrase` is not set",
  next: "Set `passphrase` to a reference to the key's passphrase, such as `file:secrets/passphrase`.",
};
const wrongPassphrase: UnusableKey = {
  reason: "the passphrase is wrong, or the file is damaged",
  next: "Check `passphrase`. `ssh-keygen -y -f KEY` asks for the passphrase and shows whether it is correct.",
};

/**
 * Restores line breaks and removes indentation and any byte order mark, and decodes Base64. Keys in environment
 * variables often contain `\n` instead of line breaks or are encoded as a whole, some editors add a byte order mark,
 * and keys copied from YAML are indented. Windows PowerShell writes UTF-16, which is read here as UTF-8 with NULs.
 */
function unescaped(text: string): string {
  const bare = text.includes("-\0-\0") ? text.replace(/^\uFFFD+|\0/g, "") : text;
  const decoded = bare.trim().startsWith("LS0tLS1CRUdJTi") ? Buffer.from(bare, "base64").toString() : bare;
  const trimmed = decoded
    .replace(/^\uFEFF/, "")
    .replace(/^[ \t]+/gm, "")
    .trim();
  return /[\r\n]/.test(trimmed) ? trimmed : trimmed.replaceAll("\\r", "").replaceAll("\\n", "\n");
}

/** Restores the line breaks of a single-line PEM block, because environment variables may contain spaces instead. */
function withLines(block: string): string {
  const [, begin, body = "", end] =
    /^(-----[^-]+-----)([A-Za-z0-9+/= ]+)(-----[^-]+-----)$/.exec(block) ?? [];
  if (begin === undefined) return block;
  const lines = body.replaceAll(" ", "").match(/.{1,64}/g) ?? [];
  return [begin, ...lines, end].join("\n");
}

export const publicKey: UnusableKey = {
  reason: "it is the public key",
  next: "Set `key` to the private key, which is usually in the file with the same name without `.pub`.",
};

/** Returns the name of the cipher used in a key in OpenSSH's format, such as `aes256-ctr` or `none`. */
function cipherOf(block: string): string {
  const bytes = Buffer.from(block.replace(/-----[^-]+-----/g, ""), "base64");
  const magic = "openssh-key-v1\0".length;
  if (bytes.length < magic + 4) return "";
  return bytes.toString("latin1", magic + 4, magic + 4 + bytes.readUInt32BE(magic));
}

/** Recognizes the key formats of other programs and suggests a command that converts the key. */
function foreignForm(key: string): UnusableKey | undefined {
  const putty = /^PuTTY-User-Key-File-(\d+):/.exec(key);
  if (putty !== null) {
    return {
      reason: `it is in PuTTY's format, version ${putty[1]}`,
      next: "Convert the key: `puttygen KEY.ppk -O private-openssh-new -o KEY` (on Windows: PuTTYgen, Conversions, Export OpenSSH key), and set `key` to the new file.",
    };
  }
  if (key.startsWith("---- BEGIN SSH2 ENCRYPTED PRIVATE KEY")) {
    return {
      reason: "it is in the format of SSH Communications (ssh.com)",
      next: "Convert the key: `ssh-keygen -i -f KEY > NEW-KEY`, or `puttygen KEY -O private-openssh-new -o NEW-KEY`, and set `key` to the new file.",
    };
  }
  // DER is read as text, so bytes above 0x7F may have been replaced.
  if (/^0[\u0080-\uFFFF]|^0[\u0000-\u007F]\u0002\u0001/.test(key)) {
    return {
      reason: "it is in a binary format (DER or PKCS#12)",
      next: "Convert the key: `openssl pkey -inform DER -in KEY -out NEW-KEY` (`.der`), or `openssl pkcs12 -nocerts -in KEY -out NEW-KEY` (`.p12`, `.pfx`), and set `key` to the new file.",
    };
  }
  const isPublic =
    /^(?:ssh-|ecdsa-|sk-)\S+ AAAA/.test(key) || /^-{4,5} ?BEGIN (?:SSH2 |RSA )?PUBLIC KEY/.test(key);
  if (isPublic) return publicKey;
  if (/^-----BEGIN CERTIFICATE-----/.test(key) && !key.includes("PRIVATE KEY-----")) {
    return { reason: "it is a certificate", next: checkReference };
  }
  return undefined;
}

function rewritten(key: KeyObject): ReadableKey | UnusableKey {
  switch (key.asymmetricKeyType) {
    case "rsa":
      return { key: key.export({ type: "pkcs1", format: "pem" }).toString() };
    case "ec":
      return rewrittenEc(key);
    case "ed25519":
      return { key: openSshEd25519(key) };
    case "dsa":
      return unsafeDsa;
    default:
      return {
        reason: `it is a key of the type ${key.asymmetricKeyType ?? "unknown"}, which SSH does not use`,
        next: makeKey,
      };
  }
}

/** Rewrites an EC key with the name of its curve, because ssh2 does not read the parameters of a curve. */
function rewrittenEc(key: KeyObject): ReadableKey | UnusableKey {
  const { namedCurve = "with an unknown curve" } = key.asymmetricKeyDetails ?? {};
  if (!["prime256v1", "secp384r1", "secp521r1"].includes(namedCurve)) {
    return { reason: `it is a key of the type ${namedCurve}, which SSH does not use`, next: makeKey };
  }
  const named = createPrivateKey({ key: key.export({ format: "jwk" }), format: "jwk" });
  return { key: named.export({ type: "sec1", format: "pem" }).toString() };
}

const makeKey =
  "Create a new key with `ssh-keygen -t ed25519 -f KEY`, and send the public key (`KEY.pub`) to the partner.";

export const unsafeDsa: UnusableKey = { reason: "DSA keys are no longer secure", next: makeKey };

/** Writes a key in OpenSSH's format (PROTOCOL.key), the only format in which ssh2 reads Ed25519 keys. */
function openSshEd25519(key: KeyObject): string {
  const { d = "", x = "" } = key.export({ format: "jwk" });
  const [seed, point] = [Buffer.from(d, "base64url"), Buffer.from(x, "base64url")];
  const type = field("ssh-ed25519");
  const secret = Buffer.concat([
    Buffer.alloc(8), // PROTOCOL.key requires two equal check numbers.
    type,
    field(point),
    field(Buffer.concat([seed, point])),
    field(""),
  ]);
  const padding = Buffer.from([1, 2, 3, 4, 5, 6, 7].slice(0, (8 - (secret.length % 8)) % 8));
  const whole = Buffer.concat([
    Buffer.from("openssh-key-v1\0"),
    field("none"),
    field("none"),
    field(""),
    Buffer.from([0, 0, 0, 1]),
    field(Buffer.concat([type, field(point)])),
    field(Buffer.concat([secret, padding])),
  ]);
  const lines = whole.toString("base64").replace(/.{70}(?=.)/g, "$&\n");
  return `-----BEGIN OPENSSH PRIVATE KEY-----\n${lines}\n-----END OPENSSH PRIVATE KEY-----\n`;
}

function field(value: string | Buffer): Buffer {
  const bytes = Buffer.from(value as string);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(bytes.length);
  return Buffer.concat([length, bytes]);
}

/** Explains ssh2's error message about a private key. */
export function ssh2Reason(message: string): UnusableKey {
  if (/no passphrase/i.test(message)) return noPassphrase;
  if (/bad passphrase|bad decrypt|unable to authenticate data|integrity check failed/i.test(message))
    return wrongPassphrase;
  return { reason: plain(message), next: checkReference };
}

/**
 * Explains OpenSSL's error. For an encrypted key, "unsupported" means an obsolete cipher, and any other error means a
 * wrong passphrase. For an unencrypted key, any error means that the key is damaged.
 */
function opensslReason({ code = "", message }: NodeJS.ErrnoException, isEncrypted: boolean): UnusableKey {
  if (isEncrypted && (code === "ERR_OSSL_UNSUPPORTED" || /unsupported/i.test(message))) {
    return {
      reason: "it is encrypted with a cipher that is no longer supported",
      next: "Convert the key: `openssl pkcs8 -topk8 -provider legacy -provider default -in KEY -out NEW-KEY`, and set `key` to the new file.",
    };
  }
  if (!isEncrypted) return damaged;
  return {
    ...wrongPassphrase,
    next: "Check `passphrase`. `openssl pkey -in KEY -noout` asks for the passphrase and shows whether it is correct.",
  };
}
