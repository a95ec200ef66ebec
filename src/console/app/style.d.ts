/** Scripts import style sheets, which the build writes to separate files. */
declare module "*.css";
