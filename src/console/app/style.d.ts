/** The build extracts style sheets from the script. */
declare module "*.css";
