export const options: {
  readonly folder: string;
  readonly port: string;
  readonly "page-port": string;
  readonly fresh: boolean;
  readonly built: boolean;
};
/** Where it was typed; undefined without npm. */
export const here: string | undefined;
/** Absolute path of the checkout. */
export const project: string;
/** Absolute path of the folder that is taken when none is named. */
export const ownFolder: string;
/** Absolute path of the demonstration's workspace. */
export const demo: string;
