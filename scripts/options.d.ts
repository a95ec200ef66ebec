export const options: {
  readonly folder: string;
  readonly port: string;
  readonly "page-port": string;
  readonly fresh: boolean;
  readonly built: boolean;
};
/** Folder where the command was typed; undefined without npm. */
export const here: string | undefined;
/** Absolute path of the checkout. */
export const project: string;
/** Absolute path of the default folder. */
export const ownFolder: string;
/** Absolute path of the demonstration's workspace. */
export const demo: string;
