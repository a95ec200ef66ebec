import type { Refused } from "../../console/api/operations.js";

/** This module exchanges requests and responses with the process at the other end of a channel. */

export interface QuestionMessage<Question> {
  readonly asked: { readonly id: number; readonly question: Question };
}

export interface AnswerMessage {
  readonly answered: { readonly id: number; readonly answer: object };
}

/** The current process or a child process. */
interface Channel {
  readonly connected: boolean;
  send?(message: object, handle: undefined, options: undefined, done: () => void): boolean;
  on(event: "message", listener: (message: object) => void): unknown;
  once(event: "disconnect", listener: () => void): unknown;
}

/** Returns a function that sends a request. `gone` is the result if the other process exits before it responds. */
export function questionsTo<Question>(
  channel: Channel,
  gone: Refused,
): <T>(question: Question) => Promise<T | Refused> {
  const waiting = new Map<number, (answer: object) => void>();
  let count = 0;
  channel.on("message", (message) => {
    if (!("answered" in message)) return;
    const { id, answer } = (message as AnswerMessage).answered;
    waiting.get(id)?.(answer);
    waiting.delete(id);
  });
  channel.once("disconnect", () => {
    for (const take of waiting.values()) take(gone);
    waiting.clear();
  });
  return <T>(question: Question) =>
    new Promise<T | Refused>((resolve) => {
      if (!channel.connected) return resolve(gone);
      const id = ++count;
      waiting.set(id, (answer) => resolve(answer as T | Refused));
      send(channel, { asked: { id, question } } satisfies QuestionMessage<Question>);
    });
}

export function answerQuestions<Question>(
  channel: Channel,
  answer: (question: Question) => Promise<object>,
): void {
  channel.on("message", (message) => {
    if (!("asked" in message)) return;
    const { id, question } = (message as QuestionMessage<Question>).asked;
    const failed = (error: unknown): Refused => ({
      refused: `The action failed: ${String(error)}. Try again.`,
    });
    void answer(question)
      .catch(failed)
      .then((found) => send(channel, { answered: { id, answer: found } } satisfies AnswerMessage));
  });
}

/** The other process may already have exited. */
function send(channel: Channel, message: object): void {
  if (channel.connected) channel.send?.(message, undefined, undefined, () => {});
}
