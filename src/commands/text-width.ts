/**
 * How many columns a text takes. In the built program it stands for the library of that purpose (`vite.program.config.ts`), which
 * yargs measures its help with: that one compiles patterns of all emoji whenever a command starts, a tenth of a short
 * command. Our help has letters of one column only, which a test sees to.
 */
export default function textWidth(text: string): number {
  return text.length;
}
