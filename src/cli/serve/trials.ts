import { sharedStudio } from "../../console/studio/shared-studio.js";
import { openProject } from "../../console/studio/projects.js";
import { warmUp } from "../../console/studio/warm-up.js";
import { ignoreDebugger } from "../../system/signals.js";
import { answerQuestions } from "./questions.js";
import type { TrialQuestion } from "./trial-process.js";

/**
 * The process that tries mappings for users of the shared console. The process exits when its parent exits or
 * disconnects.
 */

// Terminals and service managers send signals to all processes. This process ignores these signals because its parent
// stops it.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => {});
ignoreDebugger();

const project = () => openProject(process.cwd());
const studio = sharedStudio(project);

answerQuestions<TrialQuestion>(process, (question) =>
  question.what === "ask" ? studio.ask(question.of) : studio.end(question.of),
);
process.on("disconnect", () => {
  // Reader processes for the samples may still be running.
  void studio.close().finally(() => process.exit());
});
warmUp(project).catch(() => undefined);
