import type { HttpAnswer } from "../../http/answer.js";
import { uploadPath } from "../../feeds/decisions/uploads.js";
import { trialLimits } from "../studio/trial-limits.js";
import { attachment, badRequest, json, refused } from "./answers.js";
import type { ConsoleData } from "./feeds.js";
import { fileStream } from "./file-stream.js";
import type { TrialOrder, Trials } from "./operations.js";
import { fileName, receiveFile, whyTooLarge } from "./receive-file.js";
import { headerText, type ApiRequest, type ApiRoute } from "./route.js";

/**
 * Routes for the Mappings screen of the shared console. Users can try mappings on their own samples and download the
 * results. Requests that write to the workspace or connect to another machine are refused.
 */
export function mappingRoutes(trials: Trials): readonly ApiRoute[] {
  const ask = async (
    data: ConsoleData,
    { operator, path, query, body }: ApiRequest,
    order: Pick<TrialOrder, "route" | "file"> & { readonly method: ApiRoute["method"] },
  ): Promise<HttpAnswer> => {
    if (operator === undefined) return signedOut;
    const answer = await trials.ask({
      session: operator.session,
      key: operator.credential,
      route: `${order.method} ${order.route}`,
      sample: path["id"] ?? "",
      asked: order.method === "GET" ? Object.fromEntries(query) : body,
      ...(order.file !== undefined && { file: order.file }),
    });
    if ("refused" in answer) return refused(409, answer.refused);
    if ("json" in answer) return json(answer.json, answer.status);
    const { name, upload, size } = answer.download;
    const file = uploadPath(data.workspace, upload);
    return file === undefined
      ? refused(409, "The file no longer exists.")
      : attachment(name, fileStream(file, true), size);
  };
  const about = ({ path }: ApiRequest): string => `session/${path["what"] ?? ""}`;
  return [
    {
      method: "GET",
      path: "/api/start",
      answer: (data, request) => ask(data, request, { method: "GET", route: "start" }),
    },
    {
      method: "POST",
      path: "/api/sample",
      admit: (_, request) => {
        const name = fileName.safeParse(headerText(request.headers["x-lading-file"]));
        return name.success ? whyTooLarge(request, trialLimits.bytes) : badRequest(name.error);
      },
      answer(data, request) {
        const name = headerText(request.headers["x-lading-file"]);
        return receiveFile(data, request, trialLimits.bytes, async ({ upload }) => {
          if ((await request.isSignedIn?.()) !== true) return signedOut;
          return ask(data, request, { method: "POST", route: "sample", file: { name, upload } });
        });
      },
    },
    {
      method: "GET",
      path: "/api/session/:id",
      answer: (data, request) => ask(data, request, { method: "GET", route: "session" }),
    },
    {
      method: "GET",
      path: "/api/session/:id/:what",
      answer: (data, request) => ask(data, request, { method: "GET", route: about(request) }),
    },
    {
      method: "POST",
      path: "/api/session/:id/:what",
      bodyBytes: trialLimits.bodyBytes,
      answer: async (data, request) =>
        request.path["what"] === "command"
          ? ask(data, request, { method: "POST", route: about(request) })
          : notHere,
    },
    ...["/api/pick", "/api/secret"].map((path): ApiRoute => ({
      method: "POST",
      path,
      answer: () => Promise.resolve(notHere),
    })),
  ];
}

const signedOut = refused(401, "Sign in first.");

const notHere = refused(
  403,
  "You can try mappings in the shared console, but not save them.",
  "Download the mapping, and send it to the person who maintains the workspace.",
);
