/** The only module that imports the YAML library. */
export { isAlias, isMap, isScalar, isSeq, parseDocument, Document, Scalar, visit, YAMLMap } from "yaml";
export type { Node, Pair } from "yaml";
