/** The YAML library, in one place for those who read documents and those who edit them. */
export { isAlias, isMap, isScalar, isSeq, parseDocument, Document, Scalar, YAMLMap } from "yaml";
export type { Node, Pair } from "yaml";
