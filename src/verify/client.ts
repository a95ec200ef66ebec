/** The calls that the platform makes, each within a time and a size, none following a redirect with its credentials. */

export interface Called {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Buffer;
}

export interface Call {
  readonly method?: "GET" | "POST";
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

const mostBytes = 256 * 1024 * 1024;

/**
 * One request.
 *
 * @throws CallFailed with a plain reason when there is no whole answer in time
 */
export async function call(
  url: string,
  { method = "GET", headers = {}, body }: Call,
  seconds: number,
): Promise<Called> {
  try {
    const response = await fetch(url, {
      method,
      headers: { accept: "application/json", ...headers },
      redirect: "manual",
      signal: AbortSignal.timeout(seconds * 1000),
      ...(body !== undefined && { body }),
    });
    return { status: response.status, headers: response.headers, body: await whole(response) };
  } catch (error) {
    throw new CallFailed(reasonOf(error, seconds));
  }
}

export class CallFailed extends Error {
  override readonly name = "CallFailed";
}

async function whole(response: Response): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  if (response.body === null) return Buffer.alloc(0);
  for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
    bytes += chunk.length;
    if (bytes > mostBytes) throw new Error(`the answer is larger than ${mostBytes} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function reasonOf(error: unknown, seconds: number): string {
  if (!(error instanceof Error)) return "unknown";
  if (error.name === "TimeoutError") return `no whole answer within ${seconds} s`;
  // fetch says only that it failed; the system's code is in the cause.
  const cause = error.cause as (Error & { code?: string }) | undefined;
  return cause?.code ?? cause?.message ?? error.message;
}
